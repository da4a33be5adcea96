import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ForeignKind, foreignKinds } from './registry'

const formatBytes = (bytes: number) =>
  Number.isFinite(bytes) ? `${Math.round(bytes / 1000).toLocaleString('en-IE')} kB` : 'any'

const createRow = ([name, kind]: [string, ForeignKind]) =>
  `| ${[name, kind.senders.join(', '), formatBytes(kind.maxBytes), `\`${kind.openedIn}\` (${kind.runsIn})`, kind.bounds, kind.atBound].join(' | ')} |`

test('the README has a row for each kind of foreign bytes, with its bounds', () => {
  const lines = readFileSync('app/domain/foreign/README.md', 'utf8').split('\n')
  const rows = lines.filter((line) => line.startsWith('|')).slice(2)
  expect(rows).toEqual(Object.entries(foreignKinds).map(createRow))
})

test('each kind is opened by a program that exists', () => {
  expect(Object.values(foreignKinds).filter(({ openedIn }) => !existsSync(openedIn))).toEqual([])
})
