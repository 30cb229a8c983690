package generate

// analyze derives from a conflict the clause that would have prevented it (the
// first unique implication point) into p.learnt: its asserting literal first,
// one of the highest remaining level second. It returns the level to undo to.
func (p *prover) analyze() int32 {
	a := &p.assigned
	p.learnt = append(p.learnt[:0], 0)
	now := a.decisionLevel()
	paths := 0
	note := func(v int32) {
		if p.seen[v] || a.level[v] == 0 {
			return
		}
		p.seen[v] = true
		p.toClear = append(p.toClear, v)
		p.activity[v] += p.increment
		if a.level[v] == now {
			paths++
			return
		}
		l := positive(v)
		if a.value[v] == isTrue {
			l = negative(v)
		}
		p.learnt = append(p.learnt, l)
	}
	if a.conflict.kind() == byPeer {
		note(a.conflictPeer)
		note(a.conflict.index())
	} else {
		p.antecedents(a.conflict, -1, note)
	}
	for i := len(a.trail) - 1; ; i-- {
		l := a.trail[i]
		v := l.variable()
		if !p.seen[v] {
			continue
		}
		paths--
		if paths == 0 {
			p.learnt[0] = l ^ 1
			break
		}
		p.antecedents(a.reason[v], v, note)
	}
	p.minimize()
	back, at := int32(0), 1
	for i, l := range p.learnt[1:] {
		if level := a.level[l.variable()]; level > back {
			back, at = level, i+1
		}
	}
	if len(p.learnt) > 1 {
		p.learnt[1], p.learnt[at] = p.learnt[at], p.learnt[1]
	}
	for _, v := range p.toClear {
		p.seen[v] = false
	}
	p.toClear = p.toClear[:0]
	return back
}

// antecedents calls note for every variable but except whose value makes r apply.
func (p *prover) antecedents(r reason, except int32, note func(v int32)) {
	switch r.kind() {
	case byPeer:
		note(r.index())
	case byUnit:
		p.unitActivity[r.index()] += p.increment
		for _, v := range p.assigned.geometry.unit(r.index()) {
			if v != except {
				note(v)
			}
		}
	case byClause:
		for _, l := range p.clauses.list[r.index()].literals {
			if l.variable() != except {
				note(l.variable())
			}
		}
	}
}

// minimize drops literals of p.learnt that the others imply directly.
func (p *prover) minimize() {
	a := &p.assigned
	kept := 1
	for _, l := range p.learnt[1:] {
		v := l.variable()
		implied := a.reason[v] != noReason
		if implied {
			p.antecedents(a.reason[v], v, func(w int32) {
				implied = implied && (p.seen[w] || a.level[w] == 0)
			})
		}
		if !implied {
			p.learnt[kept] = l
			kept++
		}
	}
	p.learnt = p.learnt[:kept]
}

// lbd counts the decision levels in p.learnt (literal block distance, Audemard
// and Simon, 2009).
func (p *prover) lbd() int32 {
	p.stamp++
	n := int32(0)
	for _, l := range p.learnt {
		level := p.assigned.level[l.variable()]
		if p.stamps[level] != p.stamp {
			p.stamps[level] = p.stamp
			n++
		}
	}
	return n
}

// decayActivity makes all activity so far count for less.
func (p *prover) decayActivity() {
	p.increment /= 0.95
	if p.increment < 1e100 {
		return
	}
	for v := range p.activity {
		p.activity[v] *= 1e-100
	}
	for u := range p.unitActivity {
		p.unitActivity[u] *= 1e-100
	}
	p.increment *= 1e-100
}
