/** What one answer alone has. None of these texts could have been written by anybody before. */
export interface Unique {
  /** The nonce of its Content-Security-Policy. */
  nonce: string
  /** What tells its forms from those of another answer (domain/tickets). */
  ticket?: string
  /** When its form was opened, sealed (http/spam.server.ts). */
  opened?: string
}
