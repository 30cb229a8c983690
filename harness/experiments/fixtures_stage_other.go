//go:build !linux

package main

import (
	"context"
	"errors"
)

func newFixtureStage(context.Context, string) (fixtureStage, error) {
	return nil, errors.New("the fixtures need Linux")
}
