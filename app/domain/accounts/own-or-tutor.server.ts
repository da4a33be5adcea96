import { orNotFound } from '~/domain/refused'
import { type Account, isTutor } from './account'

/** Throws Refused, notFound, unless `reader` is a tutor or the person `userId`. */
export function requireOwnOrTutor(reader: Account, userId: number): void {
  orNotFound(isTutor(reader) || reader.id === userId ? reader : null)
}
