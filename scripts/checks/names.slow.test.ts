import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Remix and Kysely's migrator give these exports their meaning, in every file. */
const OF_FRAMEWORKS = new Set([
  ...['action', 'clientAction', 'clientLoader', 'ErrorBoundary', 'handle', 'headers', 'links', 'loader', 'meta'],
  ...['shouldRevalidate', 'up'],
])

/** The names that a file exports by declarations. */
function listExports(path: string): string[] {
  const { statements } = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const listNames = (name: ts.BindingName): string[] =>
    ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((element) => (ts.isBindingElement(element) ? listNames(element.name) : []))
  return statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
    const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind)
    if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => listNames(name))
    const { name } = statement as ts.DeclarationStatement
    return name ? [name.text] : []
  })
}

test('each exported name is unique in app and db', () => {
  const paths = execFileSync('git', ['ls-files', 'app/*.ts', 'app/*.tsx', 'db/*.ts'], { encoding: 'utf8' })
  const places = new Map<string, Set<string>>()
  for (const path of paths.trim().split('\n'))
    for (const name of listExports(path))
      if (!OF_FRAMEWORKS.has(name)) places.set(name, (places.get(name) ?? new Set()).add(path))
  expect(places.size).toBeGreaterThan(1000)
  const repeated = [...places].filter(([, paths]) => paths.size > 1)
  expect(Object.fromEntries(repeated.map(([name, paths]) => [name, [...paths]]))).toEqual({})
})
