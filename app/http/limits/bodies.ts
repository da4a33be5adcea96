import type { RequestHandler } from 'express'
import type { ZodType } from 'zod'
import { bodyLimits } from '~/domain/limits/table'
import { SPARE } from '~/domain/rules'
import { listServerRules } from '~/domain/server-rules'
import { getFormFields } from '~/http/forms/fields.server'
import { type AccessLevel, type BodySize, getRequiredAccess, type ScreenDefinition } from '~/screen'

/** Maximum bytes of a body, by the size that its route declares. */
const limitsBySize: Record<BodySize, number> = bodyLimits
export const { form: FORM_LIMIT, text: TEXT_LIMIT, files: UPLOAD_LIMIT } = bodyLimits

/** Maximum bytes for one UTF-16 unit in a form: '€' is '%E2%82%AC'. JSON needs at most six. */
const BYTES_PER_UNIT = 9
/** Maximum characters around a field's name and value. */
const FIELD_OVERHEAD = 8

const cachedLimits = new WeakMap<ZodType, number>()

/**
 * The maximum bytes of a body with these rules, at least FORM_LIMIT: each field at its maximum length, in any script.
 * A form with a file that the rules register as a content may have UPLOAD_LIMIT.
 */
export function getBodyLimit(rules: ZodType): number {
  const cached = cachedLimits.get(rules)
  if (cached) return cached
  const hasFile = listServerRules(rules).some(({ rule }) => 'file' in rule)
  const sizes = [...getFormFields(rules)].map(
    ([name, length]) => name.length + (length + SPARE) * BYTES_PER_UNIT + FIELD_OVERHEAD,
  )
  const text = sizes.reduce((sum, size) => sum + size, 0)
  const limit = hasFile ? UPLOAD_LIMIT : Math.min(Math.max(text, FORM_LIMIT), TEXT_LIMIT)
  cachedLimits.set(rules, limit)
  return limit
}

/** The maximum bytes of a body to a screen, as it declares; an ordinary form's for an action without log-in. */
export const getScreenBodyLimit = (screen: Pick<ScreenDefinition, 'access' | 'body'> | undefined): number =>
  (getRequiredAccess(screen, 'action') ?? 'anyone') === 'anyone' ? FORM_LIMIT : limitsBySize[screen?.body ?? 'form']

/** The maximum bytes of an API call's body; an ordinary form's for a call without log-in. Multipart forms are those with files. */
export function getCallBodyLimit({
  access,
  body,
}: {
  access: AccessLevel
  body?: { as: string; rules: ZodType }
}): number {
  if (access === 'anyone' || !body) return FORM_LIMIT
  return body.as === 'multipart/form-data' ? UPLOAD_LIMIT : getBodyLimit(body.rules)
}

/** Between two looks at the memory, in ms. A body from the same machine brings some 10 MB in it. */
const LOOK_INTERVAL = 10
/** The buffers that may gather between two collections of young objects, in bytes. */
const MAX_YOUNG_BYTES = 8 * 1024 * 1024

/**
 * Returns a handler that collects the buffers of arriving bodies while a large one arrives, is refused or is drained. V8 counts only the
 * small objects that hold them, and collects when 64 MB have gathered. Does nothing without --expose-gc (app/processes/limits.mjs).
 */
export function collectBodyGarbage(): RequestHandler {
  let arriving = 0
  let timer: NodeJS.Timeout | undefined
  let bytesAfterLast = 0
  const look = () => {
    const { arrayBuffers } = process.memoryUsage()
    bytesAfterLast = Math.min(bytesAfterLast, arrayBuffers)
    if (arrayBuffers - bytesAfterLast < MAX_YOUNG_BYTES) return
    void globalThis.gc?.({ type: 'minor' })
    bytesAfterLast = process.memoryUsage().arrayBuffers
  }
  return (request, _response, next) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && Number(length ?? 0) <= FORM_LIMIT) return next()
    arriving += 1
    timer ??= setInterval(look, LOOK_INTERVAL).unref()
    request.once('close', () => {
      arriving -= 1
      if (arriving > 0) return
      clearInterval(timer)
      timer = undefined
    })
    next()
  }
}
