import { type Kysely, sql } from 'kysely'

/** Newsletters and their attachments, deliveries, and the columns that subscribers and enquiries need for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table newsletters (
    id integer primary key autoincrement,
    title text not null,
    content text not null,
    status text not null default 'draft' check (status in ('draft', 'sent')),
    audience text check (audience in ('all', 'guardians')),
    createdAt text not null,
    sentAt text,
    goesOutAt text,
    publishedAt text,
    version integer not null default 1,
    check ((status = 'sent') = (sentAt is not null and goesOutAt is not null and audience is not null))
  ) strict`.execute(db)

  await sql`create table newsletterAttachments (
    id integer primary key autoincrement,
    newsletterId integer not null references newsletters on delete cascade,
    title text not null,
    description text,
    fileName text not null,
    fileType text not null,
    size integer not null,
    width integer,
    height integer,
    storageKey text not null unique,
    secret text not null unique,
    createdAt text not null
  ) strict`.execute(db)
  await sql`create index attachmentsOfNewsletter on newsletterAttachments (newsletterId)`.execute(db)

  await sql`alter table subscribers add column token text`.execute(db)
  await sql`update subscribers set token = lower(hex(randomblob(16)))`.execute(db)
  await sql`create unique index subscribersByToken on subscribers (token)`.execute(db)
  await sql`alter table subscribers add column confirmToken text`.execute(db)
  await sql`create unique index subscribersByConfirmToken on subscribers (confirmToken)`.execute(db)
  await sql`alter table subscribers add column unsubscribedAt text`.execute(db)
  await sql`alter table subscribers add column bouncedAt text`.execute(db)
  await sql`alter table subscribers add column bounceReason text`.execute(db)

  await sql`alter table enquiries add column answeredAt text`.execute(db)
  await sql`alter table enquiries add column answeredBy integer references users on delete set null`.execute(db)

  await sql`create table deliveries (
    id integer primary key autoincrement,
    kind text not null check (kind in ('newsletter', 'test', 'welcome', 'confirm', 'unsubscribe', 'enquiry')),
    newsletterId integer references newsletters on delete cascade,
    subscriberId integer references subscribers on delete set null,
    enquiryId integer references enquiries on delete cascade,
    email text not null,
    name text,
    state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed', 'uncertain')),
    attempts integer not null default 0,
    dueAt text not null,
    reason text,
    createdAt text not null,
    settledAt text
  ) strict`.execute(db)
  await sql`create unique index oneDeliveryPerSubscriber on deliveries (newsletterId, subscriberId) where kind = 'newsletter'`.execute(
    db,
  )
  await sql`create index newslettersDue on deliveries (dueAt, id) where state = 'pending' and kind = 'newsletter'`.execute(
    db,
  )
  await sql`create index otherMailDue on deliveries (dueAt, id) where state = 'pending' and kind <> 'newsletter'`.execute(
    db,
  )
  await sql`create index deliveriesOfNewsletter on deliveries (newsletterId, state)`.execute(db)
  await sql`create index deliveriesOfSubscriber on deliveries (subscriberId, kind)`.execute(db)
  await sql`create index deliveriesOfEnquiry on deliveries (enquiryId)`.execute(db)
}
