import type { RefusalKind, Refused } from './domain/refused'

const statuses: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  busy: 503,
  storageFailed: 507,
}

/** The HTTP status of a refusal. */
export const getRefusalStatus = ({ kind }: Pick<Refused, 'kind'>): number => statuses[kind]
