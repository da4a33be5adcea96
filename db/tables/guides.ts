// Tables for steps that show how to do a thing.
import type { Generated } from 'kysely'
import type { Bit, Moment, Version, WhoIsIn } from './columns'

export interface GuideTables {
  guides: {
    id: Generated<number>
    title: string
    /** 0 if it is only for the students in guideStudents. */
    isForAll: Bit
    /** 1 if everyone with the token may see it. */
    isPublic: Bit
    token: string
    createdAt: Moment
    version: Version
  }

  guideStudents: {
    guideId: number
    userId: number
  }

  guideSteps: {
    id: Generated<number>
    guideId: number
    /** Its place among the guide's steps, from 1. */
    position: number
    sentence: string
    symbol: string | null
    version: Version
  }

  /** A step's photo. A new photo is a new row, so its address is in no cache. */
  stepPhotos: {
    id: Generated<number>
    stepId: number
    fileType: string
    size: number
    width: number
    height: number
    storageKey: string
    secret: string
    createdAt: Moment
    whoIsIn: WhoIsIn
  }

  /** The step, from 1, that a student saw last. */
  guideProgress: {
    guideId: number
    userId: number
    step: number
    seenAt: Moment
  }
}
