// The Directors screen (/board). Its people and plans are in the database.

export const boardIntro =
  'The directors of {shortName} are not paid. They meet every second month, look after the money and make sure that ' +
  'we keep our word.'
