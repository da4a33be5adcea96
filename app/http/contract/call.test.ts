import { expect, test } from 'vitest'
import { z } from 'zod'
import { listGroups } from '~/domain/groups/groups.server'
import { defineGet, defineList, WithHeaders } from './call.server'

const bus = z.strictObject({ id: z.number(), stops: z.array(z.strictObject({ name: z.string() })) })
const said = { access: 'anyone', summary: 'Get the bus', description: 'Gives the bus.', response: bus } as const
const declared = { id: 1, stops: [{ name: 'Phibsborough' }] }
const withSecret = { ...declared, driver: 'Kevin' }
const withInnerSecret = { id: 1, stops: [{ name: 'Phibsborough', passengers: 9 }] }

// Tests the types by compiling: each directive fails if the line below it compiles.
test('a call that returns an undeclared field does not compile', () => {
  const calls = [
    defineGet('getBus', '/api/bus', { ...said, run: async () => declared }),
    defineGet('getBus', '/api/bus', { ...said, run: async () => new WithHeaders(declared, new Headers()) }),
    defineList('getBuses', '/api/buses', { ...said, run: async () => ({ items: [declared] }) }),
    // @ts-expect-error driver is not declared.
    defineGet('getBus', '/api/bus', { ...said, run: async () => withSecret }),
    // @ts-expect-error passengers of a stop are not declared.
    defineGet('getBus', '/api/bus', { ...said, run: async () => withInnerSecret }),
    // @ts-expect-error driver is not declared.
    defineGet('getBus', '/api/bus', { ...said, run: async () => new WithHeaders(withSecret, new Headers()) }),
    // @ts-expect-error driver is not declared.
    defineList('getBuses', '/api/buses', { ...said, run: async () => ({ items: [withSecret] }) }),
    // @ts-expect-error stops are missing.
    defineGet('getBus', '/api/bus', { ...said, run: async () => ({ id: 1 }) }),
  ]
  expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET']))
})

test('a call for students that reads what is for tutors does not compile', () => {
  const count = { summary: 'Count groups', description: 'Counts.', response: z.strictObject({ groups: z.number() }) }
  const toCount = (groups: unknown[]) => ({ groups: groups.length })
  const calls = [
    defineGet('getCount', '/api/count', {
      ...count,
      access: 'tutor',
      run: async ({ db, user }) => toCount(await listGroups(db, user)),
    }),
    defineGet('getCount', '/api/count', {
      ...count,
      access: 'user',
      // @ts-expect-error A student is no tutor.
      run: async ({ db, user }) => toCount(await listGroups(db, user)),
    }),
  ]
  expect(calls.map(({ access }) => access)).toEqual(['tutor', 'user'])
})
