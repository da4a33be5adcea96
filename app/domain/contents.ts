import { type ZodType, z } from 'zod'
import { ACCEPTED, ACCEPTED_ATTACHMENTS, ACCEPTED_IMAGES, HEIC, isHeic, purposes } from './files/kinds'
import type { FieldErrors } from './refused'

/** What only the server can look into: the bytes of a file, and what is left of HTML once it is cleaned. */
export type Content = { file: 'document' | 'attachment' | 'image' } | { html: 'required'; message: string }

/** The fields with a content that only the server can look into (contents.server.ts). */
export const contents = z.registry<Content>()

function shapeOf(schema: ZodType): Readonly<Record<string, ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape
  return schema instanceof z.ZodPipe ? shapeOf(schema.def.in as ZodType) : {}
}

export function findContents(schema: ZodType): { name: string; field: ZodType; content: Content }[] {
  return Object.entries(shapeOf(schema)).flatMap(([name, field]) => {
    const content = contents.get(field)
    return content ? [{ name, field, content }] : []
  })
}

/** True for what a browser sends for a file input left empty: a file without a name or bytes (HTML, constructing the entry list). */
export const isEmptyInput = (value: unknown): boolean => value instanceof File && value.name === '' && value.size === 0

/** The files that were chosen, of a field with one or several. */
export const getFiles = (value: unknown): File[] =>
  [value].flat().filter((file): file is File => file instanceof File && !isEmptyInput(file))

const endingOf = (name: string) => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? ''

const endingsFor = { document: ACCEPTED, attachment: ACCEPTED_ATTACHMENTS, image: ACCEPTED_IMAGES }

/** The messages about files that look wrong by their names, by field: a guess, where the server has not looked into them. */
export function findMisnamedFiles(schema: ZodType, fields: Record<string, unknown>): FieldErrors {
  const wrong = findContents(schema).flatMap(({ name, field, content }) => {
    if (!('file' in content) || !field.safeParse(fields[name]).success) return []
    const endings = endingsFor[content.file].split(',')
    const refused = getFiles(fields[name]).find(({ name }) => !endings.includes(endingOf(name)))
    return refused ? [[name, [isHeic(refused.name) ? HEIC : purposes[content.file].onlyThose]]] : []
  })
  return Object.fromEntries(wrong)
}
