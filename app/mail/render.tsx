import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { themeNamed, themes } from '~/content/themes'
import { links } from '~/domain/links.server'
import { type Block as Part, plainText } from '~/domain/newsletters/blocks'
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
  pictures?: { cid: string; fileName: string; fileType: string; bytes: Buffer }[]
}

/** The sender's part of every mail. `origin` is the site's address without a trailing slash. */
export interface Sender {
  origin: string
  centre: Centre
}

export type Block =
  | { kind: 'heading' | 'paragraph' | 'quote'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'written'; blocks: Part[]; pictures: Map<number, MailedPicture> }
  | {
      kind: 'attachment'
      title: string
      description: string | null
      url: string
      file: string
      picture: MailedPicture | null
    }

/** A text with its addresses as links. */
function withLinks(text: string): ReactNode[] {
  let from = 0
  const parts: ReactNode[] = []
  for (const { index, lastIndex, url } of links.match(text) ?? []) {
    parts.push(
      text.slice(from, index),
      <a key={index} href={url} style={link}>
        {text.slice(index, lastIndex)}
      </a>,
    )
    from = lastIndex
  }
  return [...parts, text.slice(from)]
}

/** `pre-line` is not supported everywhere, so each line is an element. */
function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail never change places
    <span key={index}>
      {index > 0 && <br />}
      {withLinks(line)}
    </span>
  ))
}

function Attachment({ title, description, url, file, picture }: Extract<Block, { kind: 'attachment' }>) {
  return (
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
}

function Button({ label, url }: Extract<Block, { kind: 'button' }>) {
  return (
    <p style={plain}>
      <a
        href={url}
        style={{
          display: 'inline-block',
          padding: '12px 24px',
          borderRadius: '12px',
          background: river,
          color: '#FFFFFF',
          fontWeight: 700,
          textDecoration: 'none',
        }}
      >
        {label}
      </a>
    </p>
  )
}

function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h1 style={{ margin: '0 0 20px', fontSize: '27px', lineHeight: '1.25' }}>{block.text}</h1>
    case 'paragraph':
      return (
        <p style={plain}>
          <Lines text={block.text} />
        </p>
      )
    case 'quote':
      return (
        <div style={{ ...plain, padding: '4px 0 4px 16px', borderLeft: `4px solid ${rule}` }}>
          <Lines text={block.text} />
        </div>
      )
    case 'button':
      return <Button {...block} />
    case 'written':
      return <Written {...block} />
    case 'attachment':
      return <Attachment {...block} />
  }
}

/** The centre's name, address and telephone, without repeating a name that the address begins with. */
function signature({ name, address, phone }: Centre): string[] {
  return [name, address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address, phone]
}

function Foot({ origin, centre, unsubscribeUrl }: Sender & { unsubscribeUrl?: string }) {
  const ring = telephoneLink(centre.phone)
  return (
    <div style={{ borderTop: `3px solid ${river}`, paddingTop: '16px', fontSize: '16px', lineHeight: '1.6' }}>
      <p style={{ margin: '0 0 12px' }}>
        {signature(centre).map((line, index) => (
          <span key={line}>
            {index === 0 ? (
              <strong>{line}</strong>
            ) : ring && line === centre.phone ? (
              <a href={ring} style={link}>
                {line}
              </a>
            ) : (
              line
            )}
            <br />
          </span>
        ))}
        <a href={origin} style={link}>
          {origin}
        </a>
      </p>
      {unsubscribeUrl && (
        <p style={{ margin: 0 }}>
          You are getting this email because you subscribed to our news.
          <br />
          <a href={unsubscribeUrl} style={link}>
            Unsubscribe from our news
          </a>
        </p>
      )}
    </div>
  )
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

function Page({ subject, blocks, ...foot }: Contents) {
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
                <div
                  style={{
                    maxWidth: '600px',
                    textAlign: 'left',
                    fontFamily: font,
                    fontSize: '18px',
                    color: ink,
                    overflowWrap: 'break-word',
                    wordBreak: 'break-word',
                  }}
                >
                  <Logo {...foot} />
                  {blocks.map((block, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a mail never change places
                    <Shown key={index} block={block} />
                  ))}
                  <Foot {...foot} />
                </div>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

function pictureInText(picture: MailedPicture | undefined): string {
  return picture ? [`Picture: ${picture.alt}`, picture.caption, picture.url].filter(Boolean).join('\n') : ''
}

function inText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.text
    case 'quote':
      return block.text.replace(/^.*$/gm, (line) => `> ${line}`.trimEnd())
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'written':
      return plainText(block.blocks, (number) => pictureInText(block.pictures.get(number)))
    case 'attachment': {
      const { title, description, url, file, picture } = block
      const isSaid = !picture || [title, description].includes(picture.alt)
      const shows = isSaid ? null : `Picture: ${picture.alt}`
      return [shows, `${title} (${file})`, description, url].filter(Boolean).join('\n')
    }
  }
}

type Contents = Sender & { subject: string; blocks: Block[]; unsubscribeUrl?: string }

/** The same HTML in the colours of the centre's theme. */
function inTheme(html: string, { theme }: Centre): string {
  const own = themes[themeNamed(theme)].river
  return html.replace(/ style="[^"]*"/g, (styles) => styles.replaceAll(river, own))
}

/** A mail of `blocks`, with the centre's name and address and, where there is one, the unsubscribe link below. */
export function renderMail({ subject, blocks, ...foot }: Contents): MailContent {
  const { origin, centre, unsubscribeUrl } = foot
  const end = ['-- ', ...signature(centre), origin].join('\n')
  const wayOut = unsubscribeUrl
    ? `\n\nYou are getting this email because you subscribed to our news.\nUnsubscribe from our news:\n${unsubscribeUrl}`
    : ''
  const title = oneLine(subject)
  return {
    subject: title,
    text: `${[...blocks.map(inText), end].join('\n\n')}${wayOut}\n`,
    html: `<!DOCTYPE html>${inTheme(renderToStaticMarkup(<Page subject={title} blocks={blocks} {...foot} />), centre)}`,
  }
}
