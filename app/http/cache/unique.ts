import type { Response } from 'express'

/** What one answer alone has. None of these texts could have been written by anybody before. */
export interface Unique {
  /** The nonce of its Content-Security-Policy. */
  nonce: string
  /** What tells its forms from those of another answer (domain/idempotency). */
  ticket?: string
  /** When its form was opened, sealed (http/limits/spam.server.ts). */
  opened?: string
}

/** What `response` alone has, of which it begins with the nonce (http/gate/gate.ts). */
export const uniqueOf = (response: Response): Unique => response.locals.unique
