package links

// purify commits the item of node p to the colour of p: it hides every option of the item that
// disagrees, and settles the nodes of those that agree. It returns the number of nodes that it
// unlinked.
//
// The option of p has been chosen for a primary item, and covering this item has unlinked p. So p itself is not in the
// list, and stays as it is, with its item and its colour, for unpurify.
//
// The inner loop, which visits the nodes of an option, is the same in purify as in cover, and the same in unpurify as
// in uncover. All four functions contain the loop itself instead of calling a shared function, because shared functions
// were slower: matrices without colours took 1.0 to 1.5 % longer with them (xc/medium, hust1017/hard, five alternating
// runs).
func (s *Solver) purify(p uint32) (updates uint64) {
	nodes, headers := s.nodes, s.headers
	c, color := nodes[p].item, nodes[p].color
	for i := nodes[c].down; i != c; i = nodes[i].down {
		if nodes[i].color == color {
			nodes[i].item, nodes[i].up = uint32(len(headers)), i+1
			continue
		}
		for j := i + 1; j != i; {
			n := &nodes[j]
			up, down, item := n.up, n.down, n.item
			if uint(item) >= uint(len(headers)) {
				j = up
				continue
			}
			nodes[up].down, nodes[down].up = down, up
			headers[item].size--
			updates++
			j++
		}
	}
	return updates
}

// unpurify undoes purify(p). Whatever was covered or purified after purify(p) must have been undone before.
//
// Like purify, it walks down the list of the item: it could not walk up, because purify has overwritten the field up of
// settled nodes. The other lists become whole again in this order, too, as the comment of uncover shows.
func (s *Solver) unpurify(p uint32) {
	nodes, headers := s.nodes, s.headers
	c, color := nodes[p].item, nodes[p].color
	above := c
	for i := nodes[c].down; i != c; above, i = i, nodes[i].down {
		if nodes[i].color == color {
			nodes[i].item, nodes[i].up = c, above
			continue
		}
		for j := i + 1; j != i; {
			n := &nodes[j]
			up, down, item := n.up, n.down, n.item
			if uint(item) >= uint(len(headers)) {
				j = up
				continue
			}
			nodes[up].down, nodes[down].up = j, j
			headers[item].size++
			j++
		}
	}
}
