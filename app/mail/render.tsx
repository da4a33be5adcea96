import type { Attachment } from 'nodemailer'
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parseThemeName, themes } from '~/content/themes'
import { type TextBlock as Part, toPlainText } from '~/domain/newsletters/blocks'
import { parsePlainText } from '~/domain/newsletters/text.server'
import { toTelephoneLink } from '~/domain/telephone.server'
import { toOneLine } from '~/domain/text'
import { getPictureSources, parsePictureName } from '~/domain/website/picture'
import type { Centre } from '~/settings.server'
import {
  inkColour,
  linkStyle,
  type MailedPicture,
  MailPicture,
  MailText,
  mailFont,
  paperColour,
  paragraphStyle,
  riverColour,
  ruleColour,
} from './mail-text'

/** A mail's content; text and HTML say the same. */
export interface MailContent {
  subject: string
  text: string
  html: string
  /** Embedded pictures, which the HTML refers to by `cid:`. */
  pictures?: Attachment[]
}

/** The sender of every mail. `origin` has no trailing slash. */
export interface Sender {
  origin: string
  centre: Centre
}

/** A part of a mail as HTML and text; a string is a paragraph. */
export type MailBlock = string | { html: ReactNode; text: string }

const renderLines = (text: string) => <MailText blocks={parsePlainText(text)} />

export const renderMailHeading = (text: string): MailBlock => ({
  html: <h1 style={{ margin: '0 0 20px', fontSize: '27px', lineHeight: '1.25' }}>{text}</h1>,
  text,
})

export const renderMailQuote = (text: string): MailBlock => ({
  html: (
    <div style={{ ...paragraphStyle, padding: '4px 0 0 16px', borderLeft: `4px solid ${ruleColour}` }}>
      {renderLines(text)}
    </div>
  ),
  text: text.replace(/^.*$/gm, (line) => `> ${line}`.trimEnd()),
})

const buttonStyle = {
  display: 'inline-block',
  padding: '12px 24px',
  borderRadius: '12px',
  background: riverColour,
  color: '#FFFFFF',
  fontWeight: 700,
  textDecoration: 'none',
}
export const renderMailButton = (label: string, url: string): MailBlock => ({
  html: (
    <p style={paragraphStyle}>
      <a href={url} style={buttonStyle}>
        {label}
      </a>
    </p>
  ),
  text: `${label}:\n${url}`,
})

/** A tutor's text, with its pictures by number. */
export const renderMailText = (blocks: Part[], pictures: Map<number, MailedPicture>): MailBlock => ({
  html: <MailText blocks={blocks} pictures={pictures} />,
  text: toPlainText(blocks, (number) => {
    const picture = pictures.get(number)
    return picture ? [`Picture: ${picture.alt}`, picture.caption, picture.url].filter(Boolean).join('\n') : ''
  }),
})

interface AttachmentProps {
  title: string
  description: string | null
  url: string
  /** Its kind and size, such as 'PDF, 1.2 MB'. */
  file: string
  picture: MailedPicture | null
}
export function renderMailAttachment({ title, description, url, file, picture }: AttachmentProps): MailBlock {
  const isAltRepeated = !picture || [title, description].includes(picture.alt)
  const html = (
    <div style={{ margin: '0 0 20px', padding: '16px', border: `1px solid ${ruleColour}`, borderRadius: '12px' }}>
      {picture && (
        <div style={{ marginBottom: '12px' }}>
          <MailPicture {...picture} />
        </div>
      )}
      <p style={{ ...paragraphStyle, margin: 0 }}>
        <a href={url} style={{ ...linkStyle, fontWeight: 700 }}>
          {title}
        </a>{' '}
        ({file})
      </p>
      {description && <p style={{ ...paragraphStyle, margin: '4px 0 0' }}>{description}</p>}
    </div>
  )
  return {
    html,
    text: [isAltRepeated ? '' : `Picture: ${picture.alt}`, `${title} (${file})`, description, url]
      .filter(Boolean)
      .join('\n'),
  }
}

const Link = ({ to, children }: { to: string; children: string }) => (
  <a href={to} style={linkStyle}>
    {children}
  </a>
)

/** The centre's name and address; a name that begins the address is not repeated. */
const splitNameAndAddress = ({ name, address }: Centre) =>
  [name, address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address] as const

function renderFooter({ origin, centre, unsubscribeUrl }: Sender & { unsubscribeUrl?: string }) {
  const [name, address] = splitNameAndAddress(centre)
  const phoneLink = toTelephoneLink(centre.phone)
  const reason = 'You are getting this email because you subscribed to our news.'
  const html = (
    <div style={{ borderTop: `3px solid ${riverColour}`, paddingTop: '16px', fontSize: '16px', lineHeight: '1.6' }}>
      <p style={{ margin: '0 0 12px' }}>
        <strong>{name}</strong>
        <br />
        {address}
        <br />
        {phoneLink ? <Link to={phoneLink}>{centre.phone}</Link> : centre.phone}
        <br />
        <Link to={origin}>{origin}</Link>
      </p>
      {unsubscribeUrl && (
        <p style={{ margin: 0 }}>
          {reason}
          <br />
          <Link to={unsubscribeUrl}>Unsubscribe from our news</Link>
        </p>
      )}
    </div>
  )
  const unsubscribeText = unsubscribeUrl ? `\n\n${reason}\nUnsubscribe from our news:\n${unsubscribeUrl}` : ''
  return { html, text: `${['-- ', name, address, centre.phone, origin].join('\n')}${unsubscribeText}\n` }
}

function Logo({ origin, centre }: Sender) {
  const upload = centre.logo ? parsePictureName(centre.logo) : null
  if (!upload) return null
  const height = Math.round(Math.min(64, upload.height, (240 * upload.height) / upload.width))
  const [address] = getPictureSources(upload)[2].srcSet.split(' ', 1)
  return (
    <p style={paragraphStyle}>
      <img src={`${origin}${address}`} alt={centre.shortName} height={height} style={{ height: `${height}px` }} />
    </p>
  )
}

const bodyStyle = {
  maxWidth: '600px',
  textAlign: 'left',
  fontFamily: mailFont,
  fontSize: '18px',
  color: inkColour,
  overflowWrap: 'break-word',
  wordBreak: 'break-word',
} as const

function Page({ subject, children }: { subject: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: paperColour }}>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ tableLayout: 'fixed', background: paperColour }}
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

function applyTheme(html: string, { theme }: Centre): string {
  const own = themes[parseThemeName(theme)].river
  return html.replace(/ style="[^"]*"/g, (styles) => styles.replaceAll(riverColour, own))
}

/** A mail of `blocks`, followed by the centre's name and address, and any unsubscribe link. */
export function renderMail(site: Sender, subject: string, blocks: MailBlock[], unsubscribeUrl?: string): MailContent {
  const title = toOneLine(subject)
  const parts = [
    ...blocks.map((block) => (typeof block === 'string' ? { html: renderLines(block), text: block } : block)),
    renderFooter({ ...site, unsubscribeUrl }),
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
    html: `<!DOCTYPE html>${applyTheme(renderToStaticMarkup(page), site.centre)}`,
  }
}
