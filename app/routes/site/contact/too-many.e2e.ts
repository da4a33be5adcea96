import { expect, test } from '~/test/browser'
import { siteForms } from '~/test/forms'
import { startRiverbank } from '~/test/running'

const told = [
  {
    form: 'Send Us a Message',
    call: '/api/contact',
    words: { name: 'Maura Daly', email: 'maura@example.org', subject: 'visit', message: 'May we come in June?' },
    most: 50,
    title: 'Error',
    text: 'Failed to send message: We can’t take any more messages here today. Please ring us on 020 910 0100, or try again tomorrow.',
  },
  {
    form: 'Riverbank News',
    call: '/api/newsletter/subscribe',
    words: { email: 'maura@example.org' },
    most: 40,
    title: 'Subscription failed',
    text: 'This has been done too often from here in the last hour. Please try again in an hour, or ring us.',
  },
]

test('what comes too often is refused under the catalogue’s title, in the server’s words, and kept in its form', async ({
  page,
  open,
}) => {
  // What was counted stays in a server's memory.
  const { url, stop } = await startRiverbank()
  for (const { form: name, call, words, most, title, text } of told) {
    for (let turn = 0; turn < most; turn++) await page.request.post(url + call, { data: words })
    const { form: selector, fill, press } = siteForms.find((form) => form.name === name)!
    const form = page.locator(selector)
    await open(`${url}/contact`)
    await fill?.(form, page)
    await form.getByRole('button', { name: press }).click()
    const failure = form.locator('[data-failure]')
    await expect(failure.getByRole('heading')).toHaveText(title)
    await expect(failure).toHaveText(`${title}${text}Your words are still here.`)
    await expect(page).toHaveTitle('Error: Contact Us - Riverbank')
    await expect(form.getByLabel('Email')).toHaveValue('maura@example.org')
  }
  await stop()
})
