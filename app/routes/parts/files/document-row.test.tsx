import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OpenedStatus } from './document-row'

const file = { isShared: true, studentId: null, studentName: null, openedAt: null }
const daniel = { id: 2, username: 'daniel', firstName: 'Daniel', lastName: 'Okafor', role: 'student' } as const

test('says of a shared file that all students have opened it only if there are students', () => {
  const show = (students: (typeof daniel)[]) =>
    renderToStaticMarkup(<OpenedStatus file={file} students={students} openedBy={[2]} />)
  expect(show([daniel])).toBe('<p>All students have opened it.</p>')
  expect(show([])).toBe('')
})
