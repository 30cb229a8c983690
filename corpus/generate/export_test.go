package generate

// Tiers lists all tiers for tests.
var Tiers = tiers
