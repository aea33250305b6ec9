/**
 * A copy of the embedded database's files while it runs, made by the server itself: what `pg_basebackup` asks for, without that program.
 * Source: PostgreSQL 18, "Streaming Replication Protocol", BASE_BACKUP.
 */
import { Readable } from 'node:stream'
import pg from 'pg'
import { messageOf } from '../caught.ts'

/** Messages of a base backup: a piece of the archive, and where another one begins. */
const piece = 0x64
const archive = 0x6e

/**
 * With the log that has been written meanwhile: what is unpacked is as of the end of the copy. Without a manifest, because whoever keeps
 * the archive has a checksum of all of it.
 */
const command = "BASE_BACKUP (LABEL 'sonde', CHECKPOINT 'fast', WAL true, MANIFEST 'no')"

type CopyMessage = { readonly chunk: Buffer }
type Source = { readonly stream: { pause(): void; resume(): void } }

/** A query whose reply is a copy; the driver passes its messages on and keeps none. */
class BaseBackup extends pg.Query {
  private readonly take: (message: CopyMessage, source: Source) => void

  constructor(take: (message: CopyMessage, source: Source) => void) {
    super(command)
    this.take = take
  }

  handleCopyData(message: CopyMessage, source: Source): void {
    this.take(message, source)
  }
}

/**
 * The cluster as a tar archive, of its folder’s contents. As the reader goes on, so does the server.
 * @param connection  of its superuser
 */
export function readCluster(connection: pg.ClientConfig): Readable {
  const replicating: pg.ClientConfig & { replication: string } = { ...connection, replication: 'true' }
  const client = new pg.Client(replicating)
  let source: Source | undefined
  let archives = 0
  const files = new Readable({
    read: () => source?.stream.resume(),
    destroy: (error, done) => {
      void client.end()
      done(error)
    },
  })
  const take = ({ chunk }: CopyMessage, from: Source): void => {
    source = from
    if (chunk[0] === archive && ++archives > 1)
      files.destroy(new Error('the database keeps tables outside its folder, which no copy of it has'))
    // The driver writes over what it has read.
    if (chunk[0] === piece && !files.push(Buffer.from(chunk.subarray(1)))) from.stream.pause()
  }
  const query = new BaseBackup(take)
  query.on('end', () => void files.push(null))
  query.on('error', (error: Error) => void files.destroy(readable(error)))
  client.on('error', (error) => void files.destroy(error))
  client.connect().then(
    () => client.query(query),
    (error: unknown) => files.destroy(readable(error)),
  )
  return files
}

/** A server that an earlier version has started lets nobody copy it. */
const readable = (error: unknown): Error =>
  /max_wal_senders/.test(messageOf(error))
    ? new Error('the database was started by an earlier version of Sonde: restart the service first', {
        cause: error,
      })
    : error instanceof Error
      ? error
      : new Error(messageOf(error))
