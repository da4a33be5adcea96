import { type LinkProps, Link as RemixLink } from '@remix-run/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom/server'
import { expect, test } from 'vitest'
import { Link } from './link'

/** Renders a link on /dashboard/files; returns its attributes, sorted by name. */
function rendered(One: typeof Link, props: LinkProps) {
  const html = renderToStaticMarkup(
    <StaticRouter location="/dashboard/files">
      <One {...props}>Words</One>
    </StaticRouter>,
  )
  const [, attributes = '', words] = /^<a( .*?)>(.*)<\/a>$/.exec(html) ?? []
  return [...attributes.split(/ (?=[\w-]+=")/).sort(), words]
}

test.each<LinkProps>([
  { to: '/about' },
  { to: '/resources?page=2&of=a b#list', className: 'bold', 'aria-current': 'page' },
  { to: '/contact#news', preventScrollReset: true },
  { to: '/files/a.pdf' },
  { to: '/about?', replace: true },
  { to: '/a/../b' },
  { to: '//elsewhere.example/x' },
  { to: 'https://elsewhere.example/x' },
  { to: '.' },
  { to: '?page=2' },
  { to: 'edit', relative: 'path' },
  { to: { pathname: '/about', search: '?a=1' } },
  { to: '/dashboard', reloadDocument: true },
  { to: '/dashboard', state: { a: 1 }, target: '_blank', tabIndex: 0, id: 'x' },
])('a link to %j renders as Remix’s does without discovery', (props) => {
  expect(rendered(Link, props)).toEqual(rendered(RemixLink as typeof Link, { ...props, discover: 'none' }))
})
