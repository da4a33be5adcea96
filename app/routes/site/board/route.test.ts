import type { LoaderFunctionArgs } from '@remix-run/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDemoBoard } from '~/demo/board'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { loader } from './route'

const riverbank = setUpFreshRiverbank()
beforeEach(async () => {
  await addDemoBoard(riverbank.db)
})

const get = (address: string) =>
  loader({
    request: new Request(`http://riverbank.example${address}`),
    context: riverbank.context,
  } as unknown as LoaderFunctionArgs)

describe('GET /board', () => {
  it.each([
    ['/board', 'current', [6, 0]],
    ['/board?tab=past', 'past', [3, 0]],
    ['/board?tab=strategic', 'strategic', [0, 3]],
    ['/board?tab=nonsense', 'current', [6, 0]],
  ])('%s opens the tab %s and reads only its data', async (address, tab, counts) => {
    const { data: shown } = await get(address)
    expect(shown.tab).toBe(tab)
    expect([shown.members.length, shown.plans.length]).toEqual(counts)
  })
})
