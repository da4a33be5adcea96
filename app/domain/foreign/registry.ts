import { csvBounds } from '~/domain/csv.server'
import { FILE_LIMIT } from '~/domain/files/kinds'
import { MAX_RECORDING_PARTS } from '~/domain/questions/recording.server'
import { RECORDING_LIMIT } from '~/domain/questions/recording-rules'
import { LIST_LIMIT, LIST_LINES } from '~/domain/subscribers/import-limits'
import { TABLE_LIMIT, TABLE_ROWS, TABLE_SESSIONS } from '~/domain/week/import-limits'

/** A kind of bytes that other people's programs made, and how it is opened. README.md in this folder has a row for each. */
export interface ForeignKind {
  /** The people whose forms or calls accept it; the routes' declarations decide. */
  senders: readonly ('tutor' | 'student' | 'operator')[]
  /** The largest that is opened, in bytes. */
  maxBytes: number
  /** The program or module that reads the bytes. */
  openedIn: string
  /** Where that runs: in a helper process, in a thread, or in the server in a bounded number of steps. */
  runsIn: 'helper process' | 'thread' | 'slices'
  /** What is bounded. */
  bounds: string
  /** What happens at the bound. */
  atBound: string
}

/** The bounds of a helper process for one order. */
export interface HelperBounds {
  /** Processor time, in ms: on a busy machine only the wait is longer. */
  processorTime: number
  /** V8's heap, in MB. */
  heap: number
  /** The size of its answer, in bytes. */
  answer: number
}

const MB = 1024 * 1024

/** Largest stored result of a conversion that the server reads, in bytes. */
export const MAX_STORED_RESULT = 2 * MB

/** Processor time for all of a document, in ms. */
export const documentProcessorTime = 120_000

/** A PDF's bounds, those of a page and of the whole document. */
export const pdfBounds = {
  pages: 60,
  pageText: 20_000,
  /** Processor time for its pages while it is uploaded, in ms; others are read when it is converted. */
  examination: 3000,
  documentText: 200_000,
  /** Bytes of all its pages' pictures. */
  pictures: 60 * MB,
}

/** A Word document's bounds; `html` is what toSafeHtml reads. app/processes/word.mjs bounds its parts before they are unpacked. */
export const wordBounds = {
  html: 60_000,
  pictures: 100,
  altText: 1000,
  xml: 4 * MB,
  picture: 10 * MB,
  allPictures: 20 * MB,
  /** Bytes of all pictures as they are shown. */
  shownPictures: 60 * MB,
}

export const pictureBounds = {
  pixels: 50_000_000,
  frames: 200,
  /** Bytes of all files of one form as they are stored, since they are stored together. */
  form: 40 * MB,
}

/** The bounds of each kind of helper process: parsing a Word document takes about 12 times the size of its XML. */
export const helperBounds = {
  picture: { processorTime: 60_000, heap: 32, answer: 32 * MB },
  pdf: { processorTime: 15_000, heap: 32, answer: 8 * MB },
  word: { processorTime: 15_000, heap: 64, answer: 8 * MB },
} as const satisfies Record<string, HelperBounds>
export type HelperKind = keyof typeof helperBounds

const inMegabytes = (bytes: number) => `${bytes / MB} MB`
const inSeconds = (milliseconds: number) => `${milliseconds / 1000} s`
const formatCount = (number: number) => number.toLocaleString('en-IE')

const describeHelperBounds = ({ processorTime, heap, answer }: HelperBounds) =>
  `${inSeconds(processorTime)} of processor time, heap ${heap} MB, answer ${inMegabytes(answer)}`

/** All kinds, by name. */
export const foreignKinds: Record<string, ForeignKind> = {
  PDF: {
    senders: ['tutor'],
    maxBytes: FILE_LIMIT,
    openedIn: 'app/processes/pdf.mjs',
    runsIn: 'helper process',
    bounds: `${pdfBounds.pages} pages; text ${formatCount(pdfBounds.pageText)} characters a page, ${formatCount(pdfBounds.documentText)} in all; pictures ${inMegabytes(pdfBounds.pictures)}; a page ${describeHelperBounds(helperBounds.pdf)}; all pages ${inSeconds(documentProcessorTime)}; at upload, the pages that are read in ${inSeconds(pdfBounds.examination)}`,
    atBound: 'the pages so far are shown; the rest is in the download',
  },
  Word: {
    senders: ['tutor'],
    maxBytes: FILE_LIMIT,
    openedIn: 'app/processes/word.mjs',
    runsIn: 'helper process',
    bounds: `${formatCount(wordBounds.html)} characters of HTML; ${wordBounds.pictures} pictures; unpacked ${inMegabytes(wordBounds.xml)} of XML, ${inMegabytes(wordBounds.picture)} a picture, ${inMegabytes(wordBounds.allPictures)} of pictures, ${inMegabytes(wordBounds.shownPictures)} as shown; the text and each picture ${describeHelperBounds(helperBounds.word)}; all ${inSeconds(documentProcessorTime)}`,
    atBound: 'text and pictures are cut, and the page says so; with too much XML, only the download',
  },
  picture: {
    senders: ['tutor'],
    maxBytes: FILE_LIMIT,
    openedIn: 'app/processes/pictures.mjs',
    runsIn: 'helper process',
    bounds: `JPEG, PNG, GIF or WebP; ${formatCount(pictureBounds.pixels)} pixels; ${pictureBounds.frames} frames; ${inMegabytes(pictureBounds.form)} a form as stored; ${describeHelperBounds(helperBounds.picture)}`,
    atBound: 'refused: invalid or tooLarge',
  },
  'old Word (.doc)': {
    senders: ['tutor'],
    maxBytes: FILE_LIMIT,
    openedIn: 'app/domain/files/inspect.server.ts',
    runsIn: 'slices',
    bounds: 'its directory, at most once for each of its sectors; never its text',
    atBound: 'refused: invalid',
  },
  'text file': {
    senders: ['tutor'],
    maxBytes: FILE_LIMIT,
    openedIn: 'app/domain/files/inspect.server.ts',
    runsIn: 'slices',
    bounds: 'decoded once; never shown, only downloaded',
    atBound: 'refused: invalid',
  },
  recording: {
    senders: ['student'],
    maxBytes: RECORDING_LIMIT,
    openedIn: 'app/domain/questions/recording.server.ts',
    runsIn: 'slices',
    bounds: `${formatCount(MAX_RECORDING_PARTS)} parts; 60 s of sound`,
    atBound: 'refused: invalid',
  },
  list: {
    senders: ['tutor'],
    maxBytes: LIST_LIMIT,
    openedIn: 'app/domain/csv.server.ts',
    runsIn: 'slices',
    bounds: `${formatCount(LIST_LINES)} lines with text; ${formatCount(csvBounds.lineLength)} characters a line; ${csvBounds.columns} columns; ${formatCount(csvBounds.cells)} cells`,
    atBound: 'refused: invalid',
  },
  timetable: {
    senders: ['tutor'],
    maxBytes: TABLE_LIMIT,
    openedIn: 'app/domain/week/import.server.ts',
    runsIn: 'slices',
    bounds: `${formatCount(TABLE_ROWS)} rows; ${formatCount(TABLE_SESSIONS)} sessions; a list’s lines, columns and cells`,
    atBound: 'refused: invalid',
  },
  archive: {
    senders: ['operator'],
    maxBytes: Number.POSITIVE_INFINITY,
    openedIn: 'app/processes/archive-work.mjs',
    runsIn: 'thread',
    bounds: '50,000 parts, none compressed; manifest 16 MB; parts in pieces of 512 kB',
    atBound: 'the command stops and changes nothing',
  },
}
