import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

/** Who seems to have sent a request. It is for counting alone: anybody can call a program what they like. */
export type Visitor = 'person' | 'robot'

/** Search engines name themselves within 200 characters. isbot is one large regular expression, and a header may have 16,000. */
const LONGEST = 512

/** The same browsers come again and again; to look one up costs a tenth of asking isbot. */
const told = new LRUCache<string, Visitor>({ max: 500 })

/** Tells people from robots by the User-Agent: search engines, scanners of mail, monitors and scripts. Every browser sends one. */
export function visitorOf(userAgent = ''): Visitor {
  if (userAgent.length > LONGEST) return look(userAgent.slice(0, LONGEST))
  const visitor = told.get(userAgent) ?? look(userAgent)
  told.set(userAgent, visitor)
  return visitor
}

const look = (name: string): Visitor => (name === '' || isbot(name) ? 'robot' : 'person')
