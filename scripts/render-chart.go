// Renders a Helm chart: render-chart <chart> <release> <namespace> [values.yaml ...]
//
// The language of Helm is that of Go's text/template with the functions of Sprig and six of its own. Hooks, dependencies, tests
// and a cluster to look things up in are not here.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type values = map[string]interface{}

type files struct{ folder string }

func (f files) Get(name string) string {
	text, err := os.ReadFile(filepath.Join(f.folder, name))
	if err != nil {
		return ""
	}
	return string(text)
}

type versions struct{ known []string }

func (v versions) Has(name string) bool {
	for _, each := range v.known {
		if each == name {
			return true
		}
	}
	return false
}

func main() {
	chart := os.Args[1]
	merged := read(filepath.Join(chart, "values.yaml"))
	for _, file := range os.Args[4:] {
		merge(merged, read(file))
	}
	described := read(filepath.Join(chart, "Chart.yaml"))
	context := values{
		"Values":  merged,
		"Chart":   values{"Name": described["name"], "Version": described["version"], "AppVersion": described["appVersion"]},
		"Release": values{"Name": os.Args[2], "Namespace": os.Args[3], "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
		"Files":   files{chart},
		"Capabilities": values{
			"APIVersions": versions{[]string{"monitoring.coreos.com/v1"}},
			"KubeVersion": values{"Version": "v1.30.0", "Major": "1", "Minor": "30"},
		},
	}
	root := template.New("chart").Option("missingkey=zero")
	root.Funcs(functions(root))
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	sort.Strings(paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		check(err)
		template.Must(root.New(filepath.Base(path)).Parse(string(text)))
	}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		context["Template"] = values{"Name": name, "BasePath": "templates"}
		var out bytes.Buffer
		check(root.ExecuteTemplate(&out, name, context))
		// A value that was not given: Helm leaves these words out.
		text := strings.ReplaceAll(out.String(), "<no value>", "")
		if strings.TrimSpace(text) != "" && name != "NOTES.txt" {
			fmt.Printf("---\n# Source: %s\n%s\n", name, text)
		}
	}
}

func functions(root *template.Template) template.FuncMap {
	known := sprig.TxtFuncMap()
	delete(known, "env")
	delete(known, "expandenv")
	known["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	known["tpl"] = func(text string, data interface{}) (string, error) {
		parsed, err := template.Must(root.Clone()).New("tpl").Parse(text)
		if err != nil {
			return "", err
		}
		var out bytes.Buffer
		err = parsed.Execute(&out, data)
		return out.String(), err
	}
	known["toYaml"] = func(value interface{}) (string, error) {
		var out bytes.Buffer
		encoder := yaml.NewEncoder(&out)
		encoder.SetIndent(2)
		err := encoder.Encode(value)
		return strings.TrimSuffix(out.String(), "\n"), err
	}
	known["fromYaml"] = func(text string) (values, error) {
		found := values{}
		return found, yaml.Unmarshal([]byte(text), &found)
	}
	known["toJson"] = func(value interface{}) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	}
	known["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	return known
}

func read(path string) values {
	text, err := os.ReadFile(path)
	check(err)
	found := values{}
	check(yaml.Unmarshal(text, &found))
	return found
}

// As Helm does it: maps are merged, all else replaces, and null takes away.
func merge(into, from values) {
	for key, value := range from {
		old, isOldMap := into[key].(values)
		added, isMap := value.(values)
		if isOldMap && isMap {
			merge(old, added)
		} else if value == nil {
			delete(into, key)
		} else {
			into[key] = value
		}
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
