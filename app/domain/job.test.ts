import { expect, it } from 'vitest'
import { createYield } from './job.server'

const work = (milliseconds: number) => {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

/** How often other work ran during `pieces` pieces of work. */
async function turnsIn(pieces: number, milliseconds: number): Promise<number> {
  let turns = 0
  let isOver = false
  const others = () => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const turn = createYield(20)
  for (let piece = 0; piece < pieces; piece += 1) {
    work(milliseconds)
    await turn()
  }
  isOver = true
  return turns
}

it('other work runs after each long piece', async () => {
  expect(await turnsIn(5, 21)).toBeGreaterThanOrEqual(4)
})
