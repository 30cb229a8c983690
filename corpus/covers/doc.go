// Package covers reads and writes exact cover problems in the text formats of others.
package covers
