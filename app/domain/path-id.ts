/** The id in a path; 0 if it is not a plain number. No record has the id 0, so the page is not found. */
export function parsePathId(text: string | undefined): number {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0
}

/** The id and the secret in the address of a picture or attachment, '12-0a…'; undefined if it is none. */
export function parseSecretAddress(address: string): { id: number; secret: string } | undefined {
  const [, id, secret] = /^([1-9]\d{0,14})-([\da-f]{32})$/.exec(address) ?? []
  return id && secret ? { id: Number(id), secret } : undefined
}
