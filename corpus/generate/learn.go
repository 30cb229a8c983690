package generate

// learn derives from a conflict the clause that would have prevented it (the
// first unique implication point) into p.learnt, its own literal first and one
// of the highest remaining level second, and returns the level to go back to.
func (p *prover) learn() int32 {
	p.learnt = append(p.learnt[:0], 0)
	now := p.level()
	paths := 0
	note := func(v int32) {
		if p.seen[v] || p.since[v] == 0 {
			return
		}
		p.seen[v] = true
		p.marked = append(p.marked, v)
		p.bump(v)
		if p.since[v] == now {
			paths++
			return
		}
		l := literal(v) << 1
		if p.value[v] == isTrue {
			l |= 1
		}
		p.learnt = append(p.learnt, l)
	}
	if p.conflict.kind() == byPeer {
		note(p.rival)
		note(p.conflict.index())
	} else {
		p.antecedents(p.conflict, -1, note)
	}
	for i := len(p.trail) - 1; ; i-- {
		l := p.trail[i]
		v := l.variable()
		if !p.seen[v] {
			continue
		}
		paths--
		if paths == 0 {
			p.learnt[0] = l ^ 1
			break
		}
		p.antecedents(p.why[v], v, note)
	}
	p.shorten()
	back, at := int32(0), 1
	for i, l := range p.learnt[1:] {
		if since := p.since[l.variable()]; since > back {
			back, at = since, i+1
		}
	}
	if len(p.learnt) > 1 {
		p.learnt[1], p.learnt[at] = p.learnt[at], p.learnt[1]
	}
	for _, v := range p.marked {
		p.seen[v] = false
	}
	p.marked = p.marked[:0]
	return back
}

// antecedents calls note for every variable but except whose value makes r apply.
func (p *prover) antecedents(r reason, except int32, note func(v int32)) {
	switch r.kind() {
	case byPeer:
		note(r.index())
	case byUnit:
		p.weight[r.index()] += p.step
		for _, v := range p.unit(r.index()) {
			if v != except {
				note(v)
			}
		}
	case byClause:
		for _, l := range p.list[r.index()].literals {
			if l.variable() != except {
				note(l.variable())
			}
		}
	}
}

// shorten drops literals that the others imply directly.
func (p *prover) shorten() {
	kept := 1
	for _, l := range p.learnt[1:] {
		v := l.variable()
		implied := p.why[v] != byChoice
		if implied {
			p.antecedents(p.why[v], v, func(w int32) {
				implied = implied && (p.seen[w] || p.since[w] == 0)
			})
		}
		if !implied {
			p.learnt[kept] = l
			kept++
		}
	}
	p.learnt = p.learnt[:kept]
}

// joined counts the decision levels in the clause just learnt.
func (p *prover) joined() int32 {
	p.stamp++
	n := int32(0)
	for _, l := range p.learnt {
		since := p.since[l.variable()]
		if p.stamps[since] != p.stamp {
			p.stamps[since] = p.stamp
			n++
		}
	}
	return n
}

// bump makes a variable that took part in a conflict more attractive.
func (p *prover) bump(v int32) { p.activity[v] += p.step }

// fade lets everything so far count for less from now on.
func (p *prover) fade() {
	p.step /= 0.95
	if p.step < 1e100 {
		return
	}
	for v := range p.activity {
		p.activity[v] *= 1e-100
	}
	for u := range p.weight {
		p.weight[u] *= 1e-100
	}
	p.step *= 1e-100
}
