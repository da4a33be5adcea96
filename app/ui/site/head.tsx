import { Meta } from '@remix-run/react'
import { paths } from '~/paths'
import { useRefusedFormCount } from '~/ui/browser/refused-forms'
import type { RootData } from '~/ui/browser/root-data'

/** The website's icons and theme colour. Without a logo, the icon is ours in the theme's colours. */
export function SiteIcons({ centre, colours }: Pick<RootData, 'centre' | 'colours'>) {
  const own = centre.logo ?? colours.theme
  const icon = `${paths.icon}?of=${own}`
  return (
    <>
      <meta name="theme-color" content={colours.river} />
      {own === 'river' ? (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ) : (
        <link rel="icon" href={icon} type="image/png" />
      )}
      <link rel="apple-touch-icon" href={icon} />
    </>
  )
}

/** The page's title and description, updated when a form is refused or saved. */
export function PageMeta() {
  useRefusedFormCount()
  return <Meta />
}
