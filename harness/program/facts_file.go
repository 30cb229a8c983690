package program

import (
	"encoding/json"
	"os"
)

// FactsFile is a file of records, one line of JSON for each run of a program.
type FactsFile struct {
	file *os.File
}

// OpenFacts opens a file to append records to. Without a path, records are dropped.
func OpenFacts(path string) (*FactsFile, error) {
	if path == "" {
		return &FactsFile{}, nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	return &FactsFile{file}, err
}

// Append writes a record at once: an interrupt must not lose it.
func (f *FactsFile) Append(r *Record) error {
	if f.file == nil {
		return nil
	}
	return json.NewEncoder(f.file).Encode(r)
}

// Close closes the file.
func (f *FactsFile) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
