import type { Attachment } from 'nodemailer'
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { themeNamed, themes } from '~/content/themes'
import { type Block as Part, plainText } from '~/domain/newsletters/blocks'
import { blocksOfPlainText } from '~/domain/newsletters/text.server'
import { telephoneLink } from '~/domain/telephone.server'
import { oneLine } from '~/domain/text'
import { namedPicture, sourcesOf } from '~/domain/website/picture'
import type { Centre } from '~/settings.server'
import { font, ink, link, type MailedPicture, PictureInMail, paper, plain, river, rule, Written } from './written'

/** A mail's content, as plain text and as HTML alike. */
export interface MailContent {
  subject: string
  text: string
  html: string
  /** The pictures that come with it, which its HTML names by `cid:` and their id. */
  pictures?: Attachment[]
}

/** The sender's part of every mail. `origin` is the site's address without a trailing slash. */
export interface Sender {
  origin: string
  centre: Centre
}

/** A part of a mail, in both forms; a string is a paragraph. */
export type Block = string | { html: ReactNode; text: string }

const lines = (text: string) => <Written blocks={blocksOfPlainText(text)} />

export const heading = (text: string): Block => ({
  html: <h1 style={{ margin: '0 0 20px', fontSize: '27px', lineHeight: '1.25' }}>{text}</h1>,
  text,
})

export const quote = (text: string): Block => ({
  html: <div style={{ ...plain, padding: '4px 0 0 16px', borderLeft: `4px solid ${rule}` }}>{lines(text)}</div>,
  text: text.replace(/^.*$/gm, (line) => `> ${line}`.trimEnd()),
})

const buttonStyle = {
  display: 'inline-block',
  padding: '12px 24px',
  borderRadius: '12px',
  background: river,
  color: '#FFFFFF',
  fontWeight: 700,
  textDecoration: 'none',
}
export const button = (label: string, url: string): Block => ({
  html: (
    <p style={plain}>
      <a href={url} style={buttonStyle}>
        {label}
      </a>
    </p>
  ),
  text: `${label}:\n${url}`,
})

/** A text that tutors wrote, with its pictures by number. */
export const written = (blocks: Part[], pictures: Map<number, MailedPicture>): Block => ({
  html: <Written blocks={blocks} pictures={pictures} />,
  text: plainText(blocks, (number) => {
    const picture = pictures.get(number)
    return picture ? [`Picture: ${picture.alt}`, picture.caption, picture.url].filter(Boolean).join('\n') : ''
  }),
})

interface Attached {
  title: string
  description: string | null
  url: string
  /** Its kind and size in words. */
  file: string
  picture: MailedPicture | null
}
export function attachment({ title, description, url, file, picture }: Attached): Block {
  const isSaid = !picture || [title, description].includes(picture.alt)
  const html = (
    <div style={{ margin: '0 0 20px', padding: '16px', border: `1px solid ${rule}`, borderRadius: '12px' }}>
      {picture && (
        <div style={{ marginBottom: '12px' }}>
          <PictureInMail {...picture} />
        </div>
      )}
      <p style={{ ...plain, margin: 0 }}>
        <a href={url} style={{ ...link, fontWeight: 700 }}>
          {title}
        </a>{' '}
        ({file})
      </p>
      {description && <p style={{ ...plain, margin: '4px 0 0' }}>{description}</p>}
    </div>
  )
  return {
    html,
    text: [isSaid ? '' : `Picture: ${picture.alt}`, `${title} (${file})`, description, url].filter(Boolean).join('\n'),
  }
}

const Link = ({ to, children }: { to: string; children: string }) => (
  <a href={to} style={link}>
    {children}
  </a>
)

/** The centre's name and address, without repeating a name that the address begins with. */
const nameAndAddress = ({ name, address }: Centre) =>
  [name, address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address] as const

function foot({ origin, centre, unsubscribeUrl }: Sender & { unsubscribeUrl?: string }) {
  const [name, address] = nameAndAddress(centre)
  const ring = telephoneLink(centre.phone)
  const why = 'You are getting this email because you subscribed to our news.'
  const html = (
    <div style={{ borderTop: `3px solid ${river}`, paddingTop: '16px', fontSize: '16px', lineHeight: '1.6' }}>
      <p style={{ margin: '0 0 12px' }}>
        <strong>{name}</strong>
        <br />
        {address}
        <br />
        {ring ? <Link to={ring}>{centre.phone}</Link> : centre.phone}
        <br />
        <Link to={origin}>{origin}</Link>
      </p>
      {unsubscribeUrl && (
        <p style={{ margin: 0 }}>
          {why}
          <br />
          <Link to={unsubscribeUrl}>Unsubscribe from our news</Link>
        </p>
      )}
    </div>
  )
  const wayOut = unsubscribeUrl ? `\n\n${why}\nUnsubscribe from our news:\n${unsubscribeUrl}` : ''
  return { html, text: `${['-- ', name, address, centre.phone, origin].join('\n')}${wayOut}\n` }
}

function Logo({ origin, centre }: Sender) {
  const upload = centre.logo ? namedPicture(centre.logo) : null
  if (!upload) return null
  const height = Math.round(Math.min(64, upload.height, (240 * upload.height) / upload.width))
  const [address] = sourcesOf(upload)[2].srcSet.split(' ', 1)
  return (
    <p style={plain}>
      <img src={`${origin}${address}`} alt={centre.shortName} height={height} style={{ height: `${height}px` }} />
    </p>
  )
}

const bodyStyle = {
  maxWidth: '600px',
  textAlign: 'left',
  fontFamily: font,
  fontSize: '18px',
  color: ink,
  overflowWrap: 'break-word',
  wordBreak: 'break-word',
} as const

/** The HTML around the parts of a mail. */
function Page({ subject, children }: { subject: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: paper }}>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ tableLayout: 'fixed', background: paper }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 16px' }}>
                <div style={bodyStyle}>{children}</div>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

/** The same HTML in the colours of the centre's theme. */
function inTheme(html: string, { theme }: Centre): string {
  const own = themes[themeNamed(theme)].river
  return html.replace(/ style="[^"]*"/g, (styles) => styles.replaceAll(river, own))
}

/** A mail of `blocks`, with the centre's name and address and, where there is one, the unsubscribe link below. */
export function renderMail(site: Sender, subject: string, blocks: Block[], unsubscribeUrl?: string): MailContent {
  const title = oneLine(subject)
  const parts = [
    ...blocks.map((block) => (typeof block === 'string' ? { html: lines(block), text: block } : block)),
    foot({ ...site, unsubscribeUrl }),
  ]
  const page = (
    <Page subject={title}>
      <Logo {...site} />
      {createElement(Fragment, null, ...parts.map(({ html }) => html))}
    </Page>
  )
  return {
    subject: title,
    text: parts.map(({ text }) => text).join('\n\n'),
    html: `<!DOCTYPE html>${inTheme(renderToStaticMarkup(page), site.centre)}`,
  }
}
