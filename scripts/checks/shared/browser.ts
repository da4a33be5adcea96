import { findForm, getPageText } from '../../../app/test/served'

/** A page as a person reads it: the text of its main part on one line, as it is printed between tags. */
export interface ReadPage {
  status: number
  html: string
  text: string
  headers: Headers
}

type Typed = Record<string, string | string[] | File>

/** The text of a page's main part, with a space between elements and none before a full stop or comma. */
const readText = (html: string) => {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html
  return getPageText(main.replaceAll('<', ' <'))
    .replace(/ (?=[.,:;?])/g, '')
    .trim()
}

/** A browser without scripts, with its own cookies. It sends forms as they are on the page, and follows one redirect. */
export function createBrowser(url: string) {
  const cookies = new Map<string, string>()

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { ...(init.headers as Record<string, string>), 'Sec-Fetch-Site': 'same-origin', Cookie: cookie }
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  async function read(path: string): Promise<ReadPage> {
    const response = await request(path)
    const html = await response.text()
    return { status: response.status, html, text: readText(html), headers: response.headers }
  }

  /** Sends the form of a page that has a field, filled in, and reads the page that follows. Throws if it is refused. */
  async function send(path: string, field: string, typed: Typed): Promise<ReadPage> {
    const page = await read(path)
    const { form, action } = findForm(page.html, field, path)
    for (const [name, value] of Object.entries(typed)) {
      form.delete(name)
      for (const one of [value].flat()) (form as FormData).append(name, one as string)
    }
    const response = await request(new URL(action, new URL(path, url)).href, { method: 'POST', body: form })
    const html = await response.text()
    if (response.status >= 400) throw new Error(`${path} answered ${response.status}: ${readText(html)}`)
    const next = response.headers.get('Location')
    return next ? read(next) : { status: response.status, html, text: readText(html), headers: response.headers }
  }

  /** Sends JSON to the API, and returns the status. */
  async function call(method: string, path: string, json: unknown): Promise<number> {
    const headers = { 'Content-Type': 'application/json' }
    const response = await request(path, { method, headers, body: JSON.stringify(json) })
    await response.arrayBuffer()
    return response.status
  }

  return { read, send, call }
}

export type Browser = ReturnType<typeof createBrowser>
