import type { Request, Response } from 'express'

/** True for paths under /api, however they are spelled: nothing has checked them yet. */
export function isApiPath({ path }: Request): boolean {
  return /^\/(a|%61|%41)(p|%70|%50)(i|%69|%49)(\/|\.|$)/i.test(path)
}

const HOME = { to: '/', words: 'Go to the home page' }

/** Ends a request that never reaches Remix: JSON under /api, else a minimal page with a link. */
export function sendErrorPage(request: Request, response: Response, status: number, message: string, target = HOME) {
  response.status(status).setHeader('Cache-Control', 'no-store')
  if (isApiPath(request)) return void response.json({ message })
  const link = `<a href="${escapeAttribute(target.to)}">${target.words}</a>`
  response
    .type('html')
    .send(
      `<!doctype html><html lang="en-IE"><meta name="viewport" content="width=device-width"><title>${message}</title><main><h1>${message}</h1><p>${link}</p></main></html>`,
    )
}

const escapeAttribute = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
