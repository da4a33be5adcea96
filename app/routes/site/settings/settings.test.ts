import { expect, test } from 'vitest'
import { DEFAULT_DISPLAY, getDisplayAttributes, parseDisplay } from '~/domain/display/display'
import { shareServer } from '~/test/built'
import { usernames } from '~/test/served'

const riverbank = shareServer()
const settings = ['', '125', '150', '200', 'black-on-white', 'yellow-on-black', 'light', 'dark', 'plain', 'no-pictures']

/** Reads the html element's display attributes. */
const readDisplayAttributes = (html: string) =>
  Object.keys(getDisplayAttributes(DEFAULT_DISPLAY)).map(
    (name) => new RegExp(`^[^]*?<html[^>]* ${name}="(\\w[\\w-]*)"`).exec(html)?.[1],
  )
const wanted = (text: string) =>
  Object.values(getDisplayAttributes(parseDisplay(text))).map((value) => value && String(value))
const page = async (path: string, cookie: string) =>
  readDisplayAttributes(await (await fetch(riverbank.url + path, { headers: { Cookie: cookie } })).text())

test('visitors with different settings request one page at once, first rendered and then cached, and each gets their own', async () => {
  const createDisplayCookie = (text: string) =>
    `riverbank_display=${Buffer.from(JSON.stringify(text)).toString('base64')}`
  for (const path of ['/about', '/about', '/contact', '/contact'])
    await Promise.all(
      [...settings, ...settings].map(async (text) =>
        expect(await page(path, createDisplayCookie(text)), `${path} ${text}`).toEqual(wanted(text)),
      ),
    )
})

test('two portal users with different settings each get their own', async () => {
  const { aoife, daniel } = riverbank.sessions
  for (const [place, text] of settings.entries()) {
    const others = settings.at(place - 1)!
    for (const [who, chosen] of [
      ['aoife', text],
      ['daniel', others],
    ] as const)
      riverbank.change(`insert or replace into displaySettings (userId, settings)
        select id, '${chosen}' from users where username = '${usernames[who]}'`)
    const [hers, his] = await Promise.all([aoife, daniel].map(({ cookie }) => page('/dashboard', cookie)))
    expect([hers, his], `${text} and ${others}`).toEqual([wanted(text), wanted(others)])
  }
})
