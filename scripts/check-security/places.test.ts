import { expect, test } from 'vitest'
import { placesOf } from './places'
import { isKnown } from './records'

test('an address is put together from its route and those around it', () => {
  const routes = {
    root: { id: 'root', path: '', module: {} },
    board: { id: 'board', parentId: 'routes/dashboard/layout', path: 'board', module: {} },
    edit: { id: 'edit', parentId: 'board', path: ':id/edit', module: { action: () => null } },
    first: { id: 'first', parentId: 'routes/dashboard/layout', index: true, module: {} },
    'routes/dashboard/layout': { id: 'routes/dashboard/layout', parentId: 'root', path: 'dashboard', module: {} },
  }
  expect(placesOf(routes).map(({ pattern, isIndex, hasAction }) => [pattern, isIndex, hasAction])).toEqual([
    ['/dashboard', true, false],
    ['/dashboard/board', false, false],
    ['/dashboard/board/:id/edit', false, true],
  ])
})

test('an address whose record nothing makes is not known', () => {
  expect(isKnown('/dashboard/calendar/:id/edit')).toBe(true)
  expect(isKnown('/dashboard/newsletter/:id/attachments/:attachmentId/delete')).toBe(true)
  expect(isKnown('/about')).toBe(true)
  expect(isKnown('/dashboard/:nobody/edit')).toBe(false)
  expect(isKnown('/dashboard/calendar/:id/parts/:part')).toBe(false)
})
