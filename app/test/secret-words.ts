import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCalendarToken, makeCalendarAddress } from '~/domain/events/address.server'
import { hashSecret } from '~/signing.server'
import type { TestRiverbank } from './riverbank'

/** Words in every record of its owner, and in no other: who reads one has read what is somebody else's. */
export const secretWords = {
  aoife: 'Heronsecret',
  daniel: 'Otterword',
  niamh: 'Kestrelword',
  students: 'Swanword',
} as const

const AT = '2026-01-02T10:00:00.000Z'
const UNTIL = '2100-12-31'
/** The secret of Daniel's family link, and of an unconfirmed subscriber. */
const FAMILY_TOKEN = 'the-link-of-daniels-family'
const [PIXEL, WAV] = [
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  Buffer.from('RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0\x80>\0\0\x02\0\x10\0data\0\0\0\0', 'latin1'),
]

/** The ids of the records behind addresses' parameters, and secrets in addresses. */
export type Parameters = Record<string, string>

/**
 * Adds a record of every kind: for each student, for all students, for tutors, and what families and visitors open by a secret address.
 * Returns the ids by name.
 */
export async function plantSecretWords({ db, uploads, people, context }: TestRiverbank): Promise<Parameters> {
  const ids: Parameters = {}
  mkdirSync(uploads, { recursive: true })
  let files = 0
  const store = (bytes: Buffer) => {
    const storageKey = String(++files).padStart(32, '0')
    writeFileSync(join(uploads, storageKey), bytes)
    return { storageKey, size: bytes.length }
  }
  const picture = () => ({ ...store(PIXEL), fileType: 'image/gif', width: 1, height: 1, createdAt: AT })
  const secret = (name: string) => {
    ids[name] = String(++files).padStart(32, 'a')
    return ids[name]
  }
  const secretPicture = (name: string) => ({ ...picture(), secret: secret(name), whoIsIn: 'said' })
  const add = async (table: string, row: object, name?: string) => {
    const { insertId } = await db
      .insertInto(table as 'files')
      .values(row as never)
      .executeTakeFirstOrThrow()
    if (name) ids[name] = String(insertId)
    return Number(insertId)
  }

  const owned = [
    ['daniel', people.daniel.id],
    ['niamh', people.niamh.id],
    ['students', null],
    ['aoife', null],
  ] as const
  for (const [owner, studentId] of owned) {
    const word = secretWords[owner]
    const forStudents = { isForAll: studentId === null ? 1 : 0 }
    const addFile = (more: object, name: string) => {
      const { createdAt: _, ...bytes } = picture()
      const words = { title: `${word} file`, description: `${word} about it`, fileName: `${word}.gif` }
      const reader = { isShared: owner === 'students' ? 1 : 0, studentId }
      return add(
        'files',
        { ...words, ...bytes, ...reader, uploadedBy: people.aoife.id, uploadedAt: AT, whoIsIn: 'said', ...more },
        name,
      )
    }
    const fileId = await addFile({}, `${owner} file`)
    if (owner !== 'aoife') {
      const timetable = await addFile({ album: 'timetable', title: `${word} timetable` }, `${owner} timetable file`)
      await add('timetables', { fileId: timetable, startDate: '2026-01-01', endDate: UNTIL }, `${owner} timetable`)
      const guide = await add(
        'guides',
        { title: `${word} guide`, ...forStudents, isPublic: 0, token: secret(`${owner} guide token`), createdAt: AT },
        `${owner} guide`,
      )
      const step = await add('guideSteps', { guideId: guide, position: 1, sentence: `${word} step` }, `${owner} step`)
      await add('stepPhotos', { stepId: step, ...secretPicture(`${owner} step secret`) }, `${owner} step photo`)
      const session = await add(
        'weekSessions',
        {
          weekday: 'Sunday',
          from: '00:00',
          to: '23:59',
          activity: `${word} session`,
          place: `${word} room`,
          ...forStudents,
          guideId: guide,
        },
        `${owner} session`,
      )
      const notice = await add(
        'notices',
        { title: `${word} notice`, text: `${word} text`, until: UNTIL, ...forStudents, createdAt: AT },
        `${owner} notice`,
      )
      const question = await add(
        'questions',
        {
          question: `${word} question?`,
          answers: JSON.stringify([{ words: `${word} yes` }, { words: 'No' }]),
          ...forStudents,
          until: UNTIL,
          createdAt: AT,
          allowsVoice: 1,
        },
        `${owner} question`,
      )
      await add(
        'answerPhotos',
        { questionId: question, answer: 0, ...secretPicture(`${owner} answer secret`) },
        `${owner} answer photo`,
      )
      if (studentId) {
        await add('guideStudents', { guideId: guide, userId: studentId })
        await add('weekSessionStudents', { sessionId: session, userId: studentId })
        await add('noticeStudents', { noticeId: notice, userId: studentId })
        await add('questionStudents', { questionId: question, userId: studentId })
        await add(
          'spokenAnswers',
          { userId: studentId, questionId: question, ...store(WAV), fileType: 'audio/wav', seconds: 1, recordedAt: AT },
          `${owner} voice`,
        )
        await add(
          'absences',
          {
            userId: studentId,
            startDate: '2099-01-05',
            endDate: UNTIL,
            note: `${word} absence`,
            saidBy: `${word} mother`,
            createdAt: AT,
          },
          `${owner} absence`,
        )
        await add('photoConsents', {
          userId: studentId,
          use: 'gallery',
          answer: 'yes',
          supportedBy: `${word} supporter`,
          from: '2026-01-01',
          until: UNTIL,
          recordedAt: AT,
          byId: people.aoife.id,
        })
        await add('homeFamilies', { userId: studentId, nonce: owner, turnedOnAt: AT })
        await add(
          'shownAtHome',
          { userId: studentId, fileId, shownAt: new Date().toISOString(), nonce: owner },
          `${owner} shown`,
        )
        await add(
          'attendance',
          { date: '2026-01-05', userId: studentId, state: 'here', recordedBy: people.aoife.id, recordedAt: AT },
          `${owner} attendance`,
        )
        await add('activity', {
          at: AT,
          actorId: people.aoife.id,
          actorName: 'Aoife Brennan',
          action: 'added',
          noun: 'file',
          recordId: fileId,
          title: `${word} activity`,
          studentId,
        })
      }
    }
  }

  const word = secretWords.aoife
  await add(
    'enquiries',
    {
      name: `${word} visitor`,
      email: 'visitor@example.ie',
      subject: 'general',
      message: `${word} enquiry`,
      createdAt: AT,
    },
    'enquiry',
  )
  await add(
    'subscribers',
    { email: 'reader@example.ie', name: `${word} reader`, active: 1, createdAt: AT, token: secret('unsubscribe') },
    'subscriber',
  )
  await add('subscribers', {
    email: 'waits@example.ie',
    active: 0,
    createdAt: AT,
    token: secret('unused'),
    confirmToken: secret('confirm'),
  })
  const newsletter = { content: `${word} content`, format: 'markdown', createdAt: AT }
  const draft = await add('newsletters', { title: `${word} draft`, ...newsletter }, 'draft')
  await add(
    'newsletterAttachments',
    { newsletterId: draft, title: `${word} attachment`, fileName: 'a.gif', ...secretPicture('attachment secret') },
    'attachment',
  )
  const sent = { content: 'For everyone', status: 'sent', sentAt: AT, goesOutAt: AT, audience: 'all', publishedAt: AT }
  const published = await add('newsletters', { title: 'Published news', ...newsletter, ...sent }, 'published')
  await add(
    'newsletterAttachments',
    { newsletterId: published, title: 'A picture', fileName: 'a.gif', ...secretPicture('sent attachment secret') },
    'sent attachment',
  )
  await add(
    'resources',
    { title: `${word} resource`, content: `${word} content`, category: 'support', isPublic: 0, createdAt: AT },
    'private resource',
  )
  await add(
    'resources',
    { title: 'A resource', content: 'For everyone', category: 'support', isPublic: 1, createdAt: AT },
    'resource',
  )
  const member = await add('boardMembers', { name: 'Mary Byrne', position: 'Chair' }, 'member')
  await add('boardPhotos', { memberId: member, ...store(PIXEL), size: undefined, fileType: 'image/gif' })
  await add(
    'strategicPlans',
    { title: `${word} plan`, content: 'Old', startYear: 2020, endYear: 2022, isActive: 0 },
    'plan',
  )
  await add(
    'events',
    { title: `${secretWords.students} event`, day: 5, month: 'January', year: 2099, changedAt: AT, onWebsite: 0 },
    'event',
  )
  const album = await add(
    'albums',
    { title: 'Summer trip', text: 'The sea.', isHiddenWhenEmpty: 0, createdAt: AT },
    'album',
  )
  const { createdAt: _, ...photo } = {
    ...picture(),
    title: 'At the sea',
    fileName: 'sea.gif',
    isShared: 1,
    uploadedBy: people.aoife.id,
    uploadedAt: AT,
    whoIsIn: 'said' as const,
  }
  await add('files', { ...photo, albumId: album }, 'album photo')
  const { createdAt: __, ...qqi } = { ...photo, ...picture(), album: 'qqi' }
  await add('files', { ...qqi, title: 'QQI Certificate Photo 1' }, 'qqi photo')
  await add('studentGroups', { name: `${word} group` }, 'group')
  const guide = await add('guides', {
    title: 'Public guide',
    isForAll: 1,
    isPublic: 1,
    token: secret('public guide'),
    createdAt: AT,
  })
  const kettle = await add('guideSteps', { guideId: guide, position: 1, sentence: 'Fill the kettle.' })
  await add('stepPhotos', { stepId: kettle, ...secretPicture('public step secret') }, 'public step photo')
  await add('familyLinks', {
    userId: people.daniel.id,
    label: 'Mother',
    tokenHash: hashSecret(FAMILY_TOKEN),
    createdAt: AT,
  })
  await makeCalendarAddress(db, people.daniel)
  ids.family = FAMILY_TOKEN
  ids.daniel = String(people.daniel.id)
  ids.calendar = (await createCalendarToken(db, context.sign, people.daniel))!
  return ids
}
