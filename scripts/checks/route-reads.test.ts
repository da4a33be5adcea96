import { expect, test } from 'vitest'
import { findUnguardedFunctions, findUnguardedReads } from './route-reads'

test.each([
  ['export async function readWeek(db: Database) {}', ['readWeek']],
  ['export const readPerson = async (db: Database, id: number) => id', ['readPerson']],
  ['export async function removeOld({ db, uploads }: { db: Database; uploads: string }) {}', ['removeOld']],
  ['export const findWeek = (db: Database, _tutor: Tutor) => readWeek(db)', []],
  ['export async function findOwn(db: Database, { id }: Account) {}', []],
  ['export async function openFile(db: Database, { tutor }: { tutor: Tutor | null }) {}', []],
  ['export async function openFamilyView(db: Database, token: string) {}', []],
  ['export async function listPublicPlans(db: Database) {}', []],
  ['async function readWeek(db: Database) {}', []],
  ['export const formatName = (person: { firstName: string }) => person.firstName', []],
])('lint: unguarded in %s', (text, names) => {
  expect(findUnguardedFunctions('week.server.ts', text)).toEqual(names)
})

const unguarded = new Map([['~/domain/week/week.server', ['readWeek', 'removeOld', 'setUp']]])
const fault = (name: string) => `route.tsx: ${name} of ~/domain/week/week.server does not ask who reads`

test.each([
  [`import { readWeek } from '~/domain/week/week.server'`, [fault('readWeek')]],
  [`import { listWeek, readWeek as read } from '~/domain/week/week.server'`, [fault('readWeek')]],
  [`export { readWeek } from '~/domain/week/week.server'`, [fault('readWeek')]],
  [`import * as week from '~/domain/week/week.server'`, [fault('readWeek'), fault('removeOld')]],
  [`export * from '~/domain/week/week.server'`, [fault('readWeek'), fault('removeOld')]],
  [`import { listWeek, setUp } from '~/domain/week/week.server'`, []],
  [`import { readWeek } from './week'`, []],
])('lint: a route with %s', (text, faults) => {
  expect(findUnguardedReads('route.tsx', text, unguarded)).toEqual(faults)
})
