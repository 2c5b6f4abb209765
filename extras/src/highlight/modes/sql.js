export { standardSQL as sql, mySQL as mysql, pgSQL as postgresql, sqlite } from '@codemirror/legacy-modes/mode/sql';
