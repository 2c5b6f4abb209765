// The languages, their names, and the module to load for each.
//
// One import per family: related languages share one file of `dist/extras/`.

const M = {
  javascript: () => import('./modes/javascript.js'),
  clike: () => import('./modes/clike.js'),
  css: () => import('./modes/css.js'),
  web: () => import('./modes/web.js'),
  xml: () => import('./modes/xml.js'),
  php: () => import('./modes/php.js'),
  sql: () => import('./modes/sql.js'),
  markdown: () => import('./modes/markdown.js'),
  small: () => import('./modes/small.js'),
  ml: () => import('./modes/ml.js'),
  python: () => import('./modes/python.js'),
  rust: () => import('./modes/rust.js'),
  go: () => import('./modes/go.js'),
  ruby: () => import('./modes/ruby.js'),
  swift: () => import('./modes/swift.js'),
  shell: () => import('./modes/shell.js'),
  lua: () => import('./modes/lua.js'),
  r: () => import('./modes/r.js'),
  haskell: () => import('./modes/haskell.js'),
  elm: () => import('./modes/elm.js'),
  clojure: () => import('./modes/clojure.js'),
  erlang: () => import('./modes/erlang.js'),
  lisp: () => import('./modes/lisp.js'),
  powershell: () => import('./modes/powershell.js'),
  nginx: () => import('./modes/nginx.js'),
  julia: () => import('./modes/julia.js'),
  perl: () => import('./modes/perl.js'),
  docker: () => import('./modes/docker.js'),
  groovy: () => import('./modes/groovy.js'),
  hardware: () => import('./modes/hardware.js'),
  tex: () => import('./modes/tex.js'),
  old: () => import('./modes/old.js'),
  elixir: () => import('./modes/elixir.js'),
};

// One language per line: its name, which is the module's export too; its family; its other names.
const TABLE = `
javascript javascript js mjs cjs node es6
typescript javascript ts mts cts deno
jsx javascript javascriptreact
tsx javascript typescriptreact
json javascript json5 jsonc jsonl ndjson webmanifest geojson
jsonld javascript
c clike h
cpp clike c++ cc cxx hpp hxx arduino ino cuda
java clike
csharp clike c# cs dotnet
scala clike sc
kotlin clike kt kts
objectivec clike objc obj-c objective-c mm objectivecpp
dart clike flutter
glsl clike shader hlsl wgsl
solidity clike sol
zig clike
css css
scss css sass
less css
html web htm xhtml vue svelte astro html+erb handlebars hbs mustache ejs
xml xml svg rss atom xsd xsl xslt plist mathml xaml csproj
php php php3 php4 php5 phtml
sql sql standardsql ansisql tsql mssql oracle plsql snowflake bigquery duckdb
mysql sql mariadb
postgresql sql postgres pgsql psql plpgsql
sqlite sql sqlite3
markdown markdown md mdx mdown rmd commonmark
yaml small yml
toml small lock
properties small ini cfg conf config env dotenv editorconfig gitconfig desktop systemd
diff small patch udiff
protobuf small proto proto3
cmake small
http small https rest
makefile small make mk gnumake justfile
graphql small gql
hcl small terraform tf tfvars nomad
ocaml ml ml mli reason
fsharp ml f# fs fsx
python python py py3 python3 ipython pyi sage starlark bzl bazel gyp
cython python pyx
rust rust rs
go go golang
ruby ruby rb jruby gemspec podfile rake crystal cr
swift swift
shell shell sh bash zsh ksh fish console terminal shell-session sh-session bash-session shellsession posix ash
lua lua luau
r r rlang splus
haskell haskell hs lhs purescript
elm elm
clojure clojure clj cljs cljc edn
erlang erlang erl
elixir elixir ex exs
scheme lisp scm racket rkt
commonlisp lisp lisp cl elisp emacs-lisp
powershell powershell ps ps1 psm1 pwsh posh
nginx nginx nginxconf
julia julia jl
perl perl pl pm
dockerfile docker docker containerfile
groovy groovy gradle jenkinsfile
verilog hardware systemverilog sv v
vhdl hardware vhd
latex tex tex bibtex
fortran old f90 f95 f77
pascal old delphi
vb old vbnet vba visualbasic basic
tcl old
octave old matlab
`;

const LANGUAGES = new Map();
for (const row of TABLE.trim().split('\n')) {
  const [name, family, ...others] = row.split(' ');
  for (const alias of [name, ...others]) {
    if (!LANGUAGES.has(alias)) LANGUAGES.set(alias, { name, load: M[family] });
  }
}

/** The names of all languages, without aliases. */
export const NAMES = Object.freeze([...new Set([...LANGUAGES.values()].map(({ name }) => name))]);

/**
 * The language that the info string of a code block names. Info strings are, for example, `Rust`,
 * `c++`, `language-js`, `ts title="x"`, `{.python}`, `js:app.js`.
 */
export function find(language) {
  if (typeof language !== 'string' || language.length > 200) return undefined;
  const word = language.trim().toLowerCase().replace(/^[{.]+/, '').replace(/^lang(uage)?-/, '');
  const first = word.split(/[\s,;:{}(]/)[0];
  return LANGUAGES.get(first);
}
