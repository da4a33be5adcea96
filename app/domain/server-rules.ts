import { type ZodType, z } from 'zod'
import { ACCEPTED, ACCEPTED_ATTACHMENTS, ACCEPTED_IMAGES, HEIC, isHeic, purposes } from './files/kinds'
import type { FieldErrors } from './refused'

/** A rule that only the server can check: of a file's bytes, or of HTML after sanitising. */
export type ServerRule = { file: 'document' | 'attachment' | 'image' } | { html: 'required'; message: string }

/** The fields that only the server can check (server-rules.server.ts). */
export const serverRules = z.registry<ServerRule>()

function getShape(schema: ZodType): Readonly<Record<string, ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape
  return schema instanceof z.ZodPipe ? getShape(schema.def.in as ZodType) : {}
}

export function listServerRules(schema: ZodType): { name: string; field: ZodType; rule: ServerRule }[] {
  return Object.entries(getShape(schema)).flatMap(([name, field]) => {
    const rule = serverRules.get(field)
    return rule ? [{ name, field, rule }] : []
  })
}

/** True for an empty file input: browsers send a file without name or bytes (HTML, constructing the entry list). */
export const isEmptyInput = (value: unknown): boolean => value instanceof File && value.name === '' && value.size === 0

/** The chosen files of a field with one or several. */
export const getFiles = (value: unknown): File[] =>
  [value].flat().filter((file): file is File => file instanceof File && !isEmptyInput(file))

const getExtension = (name: string) => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? ''

const acceptedExtensions = { document: ACCEPTED, attachment: ACCEPTED_ATTACHMENTS, image: ACCEPTED_IMAGES }

/** Messages, by field, about files with the wrong extension: a guess from the name, used if the server has not inspected them. */
export function findMisnamedFiles(schema: ZodType, fields: Record<string, unknown>): FieldErrors {
  const messages = listServerRules(schema).flatMap(({ name, field, rule }) => {
    if (!('file' in rule) || !field.safeParse(fields[name]).success) return []
    const extensions = acceptedExtensions[rule.file].split(',')
    const misnamed = getFiles(fields[name]).find(({ name }) => !extensions.includes(getExtension(name)))
    return misnamed ? [[name, [isHeic(misnamed.name) ? HEIC : purposes[rule.file].onlyThose]]] : []
  })
  return Object.fromEntries(messages)
}
