// Loaded before the product by sizes.ts: writes down each statement that it prepares, once, as a line of JSON in STATEMENTS.
import { appendFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'

const { prepare } = SQLite.prototype
const seen = new Set()
SQLite.prototype.prepare = function (text) {
  if (!seen.has(text)) {
    seen.add(text)
    appendFileSync(process.env.STATEMENTS, `${JSON.stringify(text)}\n`)
  }
  return prepare.call(this, text)
}
