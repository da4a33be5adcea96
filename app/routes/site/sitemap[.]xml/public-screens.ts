/** The screens that belong to a secret link; the gate keeps them from search engines. */
const BY_LINK = /^(unsubscribe|confirm)\b/

/** The paths of the website's screens without a record in them, from the folders beside this one. */
export function publicScreens(): string[] {
  return Object.keys(import.meta.glob('../*/route.tsx'))
    .map((file) => file.slice('../'.length, -'/route.tsx'.length))
    .filter((folder) => !folder.includes('$') && !BY_LINK.test(folder))
    .map((folder) => `/${folder.replace(/[.]?_index$/, '').replaceAll('.', '/')}`)
    .sort()
}
