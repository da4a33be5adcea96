/** A secret in the usual encodings of a text. */
function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // The end of a base64 text depends on what follows.
  const base64 = [0, 1, 2].map((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return shifted.replace(/=+$/, '').slice(before ? 4 : 0, -2)
  })
  return [
    secret,
    secret.replaceAll('&', '&amp;'),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
    bytes.toString('hex'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

const known = new Map<string, string[]>()

/** The names of the secrets that occur in a text, in whatever encoding. */
export function found(text: string, secrets: Record<string, string>): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => {
      const forms = known.get(secret) ?? [...new Set(encodings(secret))]
      known.set(secret, forms)
      return forms.some((form) => text.includes(form))
    })
    .map(([name]) => name)
}
