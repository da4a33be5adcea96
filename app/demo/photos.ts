import type { Tutor } from '~/domain/accounts/account'
import { photograph } from '~/domain/files/picture.server'
import { addPhoto } from '~/domain/notices/photos.server'
import type { Database } from '~db/schema'

/** Four photos of the certificates' presentation, drawn for the demonstration, added by the same function as a tutor's. */
export async function addDemoPhotos(db: Database, uploads: string, tutor: Tutor): Promise<void> {
  for (const name of Object.keys(scenes) as (keyof typeof scenes)[]) {
    const bytes = await photograph(Buffer.from(scenes[name]))
    const file = new File([new Uint8Array(bytes)], `${name}.jpg`)
    const { id } = await addPhoto(db, uploads, tutor, { file, alt: shown[name] })
    const uploadedAt = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString()
    await db.updateTable('files').set({ uploadedAt }).where('id', '=', id).execute()
  }
}

interface Somebody {
  /** How the hair falls: 'long', 'short' or 'bald'. */
  style?: 'long' | 'short' | 'bald'
  glasses?: boolean
  certificate?: boolean
  wheelchair?: boolean
  size?: number
}

const FLOOR = 960

const certificate = (x: number, y: number, width = 120) =>
  `<g transform="translate(${x} ${y}) scale(${width / 120})"><rect x="-60" y="-42" width="120" height="84" rx="4" fill="#FFFDF6" stroke="#0A5160" stroke-width="6"/><path d="M-36-18H36M-36 2H36M-36 20H4" stroke="#7C8583" stroke-width="6"/><circle cx="34" cy="22" r="12" fill="#F2B53A"/></g>`

/** A person seen from the front, their feet (or wheels) on the floor. `colours` are those of skin, hair and clothes. */
function person(x: number, colours: string, { style = 'short', size = 1, ...has }: Somebody): string {
  const [skin, hair, clothes] = colours.split(' ')
  const behind = style === 'long' ? `<path d="M-62-372Q-66-470 0-472Q66-470 62-372V-300H-62Z" fill="${hair}"/>` : ''
  const fringe =
    style === 'bald'
      ? ''
      : `<path d="M-56-392Q-60-466 0-466Q60-466 56-392Q30-430 0-430Q-30-430-56-392Z" fill="${hair}"/>`
  const legs = has.wheelchair
    ? '<path d="M-66-110H66V-60H-66Z" fill="#10292D"/><path d="M-34-70V-8M34-70V-8" stroke="#10292D" stroke-width="40"/><path d="M-40-4H-16M16-4H40" stroke="#7C8583" stroke-width="16"/><g fill="none" stroke="#10292D" stroke-width="16"><ellipse cx="-98" cy="-76" rx="22" ry="72"/><ellipse cx="98" cy="-76" rx="22" ry="72"/></g>'
    : '<path d="M-34-170V-8M34-170V-8" stroke="#10292D" stroke-width="48"/>'
  const arms = has.certificate
    ? `<path d="M-78-280Q-100-190-44-196M78-280Q100-190 44-196" fill="none" stroke="${clothes}" stroke-width="38"/><circle cx="-48" cy="-196" r="20" fill="${skin}"/><circle cx="48" cy="-196" r="20" fill="${skin}"/>${certificate(0, -206)}`
    : `<path d="M-78-280Q-100-210-88-150M78-280Q100-210 88-150" fill="none" stroke="${clothes}" stroke-width="38"/><circle cx="-88" cy="-142" r="20" fill="${skin}"/><circle cx="88" cy="-142" r="20" fill="${skin}"/>`
  const glasses = has.glasses
    ? '<g fill="none" stroke="#10292D" stroke-width="5"><circle cx="-21" cy="-384" r="17"/><circle cx="21" cy="-384" r="17"/></g>'
    : ''
  return `<g transform="translate(${x} ${FLOOR}) scale(${size})" stroke-linecap="round">${legs}<g transform="translate(0 ${has.wheelchair ? 70 : 0})">${behind}<path d="M-24-340H24V-290H-24Z" fill="${skin}"/><path d="M-92-276Q-86-318 0-318Q86-318 92-276L78-130H-78Z" fill="${clothes}"/><circle cy="-386" r="56" fill="${skin}"/>${fringe}<circle cx="-21" cy="-384" r="6" fill="#10292D"/><circle cx="21" cy="-384" r="6" fill="#10292D"/><path d="M-22-358Q0-336 22-358" fill="none" stroke="#10292D" stroke-width="6"/>${glasses}${arms}</g></g>`
}

const bunting = (y: number, width: number) =>
  Array.from({ length: Math.ceil(width / 90) }, (_, flag) => {
    const colour = ['#F2B53A', '#98291B', '#FCF9F3', '#1F5A3A'][flag % 4]
    return `<path d="M${flag * 90} ${y}h80l-40 70Z" fill="${colour}"/>`
  }).join('')

const picture = (width: number, height: number, wall: string, floor: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${wall}"/><rect y="790" width="${width}" height="${height - 790}" fill="${floor}"/>${content}</svg>`

const curtain = (x: number) =>
  `<path d="M${x} 0H${x + 110}V790H${x}Z" fill="#98291B"/><path d="M${x + 38} 0V790M${x + 74} 0V790" stroke="#74190F" stroke-width="8"/>`

const balloon = (x: number, y: number, colour: string) =>
  `<path d="M${x} ${y}Q${x + 20} ${y + 160} ${x - 10} ${y + 300}" fill="none" stroke="#455759" stroke-width="4"/><ellipse cx="${x}" cy="${y}" rx="58" ry="72" fill="${colour}"/>`

/** What each scene shows. */
const shown: Record<keyof typeof scenes, string> = {
  'the whole class':
    'Five students in a row between red curtains, each with a certificate in both hands. The one in the middle uses a wheelchair.',
  'on the stage':
    'Two people on the stage beside a lectern. A student in yellow holds a certificate, and somebody with long grey hair and glasses stands next to the student.',
  'two friends': 'Two friends side by side, smiling, each with a certificate. Three balloons float above them.',
  'tea and cake':
    'Three people smile behind a table. On it are a cake with three candles, two cups and two certificates.',
}

const scenes = {
  'the whole class': picture(
    1400,
    1050,
    '#0D4450',
    '#C9A26B',
    curtain(0) +
      curtain(1290) +
      bunting(0, 1400) +
      person(215, '#8D5A3A #1B1512 #F2B53A', { certificate: true, size: 1.25 }) +
      person(457, '#F0C8A4 #A5562A #5E2B52', { style: 'long', certificate: true, size: 1.25 }) +
      person(700, '#E3B08A #4A2D1B #1E4A7A', { certificate: true, size: 1.25, wheelchair: true }) +
      person(943, '#F3D3B6 #D9B45B #1F5A3A', { glasses: true, certificate: true, size: 1.25 }) +
      person(1185, '#5B3826 #1B1512 #E3EFF0', { style: 'long', certificate: true, size: 1.25 }),
  ),
  'on the stage': picture(
    1400,
    1050,
    '#1E4A7A',
    '#B98B57',
    curtain(0) +
      bunting(0, 1400) +
      person(440, '#F0C8A4 #8E8E8A #5E2B52', { glasses: true, style: 'long', size: 1.5 }) +
      person(800, '#8D5A3A #1B1512 #F2B53A', { certificate: true, size: 1.5 }) +
      '<path d="M1070 600H1350L1315 960H1105Z" fill="#7A3B12"/><path d="M1050 565H1370V612H1050Z" fill="#5B2A0B"/>',
  ),
  'two friends': picture(
    1050,
    1400,
    '#FCEFCF',
    '#7FA08A',
    balloon(150, 190, '#98291B') +
      balloon(850, 160, '#0A5160') +
      balloon(500, 130, '#F2B53A') +
      `<g transform="translate(0 300)">${person(320, '#F3D3B6 #A5562A #1F5A3A', { style: 'long', certificate: true, size: 1.7 })}${person(720, '#E3B08A #4A2D1B #98291B', { glasses: true, certificate: true, size: 1.7 })}</g>`,
  ),
  'tea and cake': picture(
    1400,
    1050,
    '#E4F0E6',
    '#C9A26B',
    bunting(0, 1400) +
      person(330, '#5B3826 #1B1512 #1E4A7A', { style: 'long', size: 1.45 }) +
      person(720, '#F0C8A4 #D9B45B #1F5A3A', { size: 1.45 }) +
      person(1090, '#E3B08A #8E8E8A #5E2B52', { style: 'bald', glasses: true, size: 1.45 }) +
      '<g transform="translate(0 90)"><path d="M80 640H1320V1000H80Z" fill="#FFFDF6"/><path d="M80 640H1320V690H80Z" fill="#E3EFF0"/>' +
      '<ellipse cx="700" cy="646" rx="170" ry="26" fill="#7C8583"/><path d="M570 540H830V640H570Z" fill="#F8E8DB"/><path d="M570 540H830V580Q798 610 765 580Q732 610 700 580Q668 610 635 580Q602 610 570 580Z" fill="#98291B"/><path d="M640 540V490M700 540V490M760 540V490" stroke="#F2B53A" stroke-width="14"/>' +
      '<path d="M300 590H380V640H300ZM1000 590H1080V640H1000Z" fill="#0A5160"/><path d="M380 600h26v24h-26M1080 600h26v24h-26" fill="none" stroke="#0A5160" stroke-width="10"/>' +
      certificate(480, 600, 130) +
      certificate(920, 600, 130) +
      '</g>',
  ),
}
