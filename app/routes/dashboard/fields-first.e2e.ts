import { expect, resizeWindow, test } from '~/test/browser'

/** The forms with fields of ours, and what people see in them first: the specification's fields, in its order. */
const forms = [
  {
    at: () => '/dashboard/resources/new',
    form: '#resource',
    first: ['Title', 'Description (optional)', 'Category', 'Content', 'Public', 'Formatting help'],
  },
  {
    at: () => '/dashboard/board/plans/new',
    form: '#plan',
    first: 'Title|Description|Start Year|End Year|Content|Document URL|Active Plan|Formatting help'.split('|'),
  },
  {
    at: (id: number) => `/dashboard?edit=${id}`,
    form: '#edit-document',
    first: ['Title', 'Description', 'Who will see it', 'Save', 'Cancel'],
  },
]

test('the fields of the specification come first and together @once', async ({ page, open, riverbank }) => {
  const [file] = riverbank.rows("select id from files where fileType = 'application/pdf' and isShared = 1")
  for (const { at, form, first } of forms) {
    await open(at(Number(file?.id)), { as: 'aoife' })
    for (const width of [360, 1280]) {
      await resizeWindow(page, width)
      const seen = await page
        .locator(form)
        .locator('input:not([type=hidden]), textarea, select, summary, button[type=submit], a[href]')
        .evaluateAll((controls) =>
          controls
            .filter((control) => control.checkVisibility() && !control.closest('[role=group]'))
            .map((control) => {
              const { x, y } = control.getBoundingClientRect()
              const [label = control] = (control as HTMLInputElement).labels ?? []
              const words = (label as HTMLElement).innerText.replace(/\((required)\)|\s+/g, ' ').trim()
              return { words, x, y: Math.round(y) }
            })
            .sort((one, other) => one.y - other.y || one.x - other.x)
            .map(({ words }) => words),
        )
      const withoutOurMarks = seen.map((words, index) =>
        first[index]?.endsWith('(optional)') ? words : words.replace(/ \(optional\)$/, ''),
      )
      expect(withoutOurMarks.slice(0, first.length), `${form} at ${width} px`).toEqual(first)
    }
  }
})
