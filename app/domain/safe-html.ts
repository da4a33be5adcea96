/** HTML that went through toSafeHtml (rich-text.server.ts); nothing else has this type. */
export type SafeHtml = string & { readonly safe: true }
