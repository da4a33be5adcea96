/** HTML sanitised by toSafeHtml (rich-text.server.ts), the only source of this type. */
export type SafeHtml = string & { readonly safe: true }
