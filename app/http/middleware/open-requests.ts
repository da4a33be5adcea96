import type { Server } from 'node:http'
import type { Request, Response } from 'express'
import { sendErrorPage } from '~/http/errors/send-error-page'

const MESSAGE = 'The website is restarting. Please try again in a minute.'

/**
 * Records the requests of an Express server that have no complete response. Returns a function that answers those without any with 503, so
 * that the sender of an upload that a stop cuts off does not take it for saved.
 */
export function trackOpenRequests(server: Server): { refuseOpenRequests: () => void } {
  const open = new Map<Response, Request>()
  // First, since the application may answer at once.
  server.prependListener('request', (request: Request, response: Response) => {
    open.set(response, request)
    response.once('close', () => open.delete(response))
  })
  const refuseOpenRequests = () => {
    for (const [response, request] of open) {
      if (response.headersSent) continue
      response.set({ 'Retry-After': '60', Connection: 'close' })
      sendErrorPage(request, response, 503, MESSAGE)
    }
  }
  return { refuseOpenRequests }
}
