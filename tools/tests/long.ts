/**
 * What `npm test` leaves to `npm test -- --long`, and .ci/run does with everything else: whole files, by the reason why they are long, and files
 * of which a part is left out.
 */
export const long = {
  /** They prove something by trying it very often or over many surveys, or by killing services and starting them again. */
  campaigns: [
    'demo/demo.test.ts',
    'src/cli/import-history.test.ts',
    'src/db/embedded.test.ts',
    'test/attack/acting/over-time.test.ts',
    'test/attack/api.test.ts',
    'test/attack/asking-again.test.ts',
    'test/attack/exchanging.test.ts',
    'test/attack/pure.test.ts',
    'test/faults/kill.test.ts',
    'test/faults/processes.test.ts',
    'test/faults/restart.test.ts',
    'test/faults/stopping.test.ts',
    'test/flows/closing-many.test.ts',
    'test/flows/image.test.ts',
    'test/flows/import-memory.test.ts',
    'test/generated-input.test.ts',
  ],
  /** Beside programs that are not ours, or as programs of their own. The rules behind the commands are tested over HTTP. */
  programs: [
    'commands/commands.test.ts',
    'commands/sign-in.test.ts',
    'commands/webhook.test.ts',
    'src/cli/token.e2e.test.ts',
    'test/flows/poolers.test.ts',
    'test/flows/replica.test.ts',
    'test/flows/reverse-proxies.test.ts',
    'test/interop/webhook-guide.test.ts',
    'test/package.test.ts',
  ],
  /** With thousands of people, teams or answers. */
  large: [
    'src/directory/tree-cost.test.ts',
    'src/mcp/reply-size.test.ts',
    'test/flows/newer-than-statistics.test.ts',
    'test/pages/directory-many.e2e.test.ts',
    'test/pages/directory-teams-many.e2e.test.ts',
  ],
  /** Further stories of a page that has one in `npm test`, of rules that are tested over HTTP; and parts of pages on a stage of their own. */
  'further stories': [
    'src/respond/where-it-stands.e2e.test.ts',
    'test/pages/accounts.e2e.test.ts',
    'test/pages/application-life.e2e.test.ts',
    'test/pages/directory-import.e2e.test.ts',
    'test/pages/directory-sync.e2e.test.ts',
    'test/pages/fresh-data.e2e.test.ts',
    'test/pages/member-details.e2e.test.ts',
    'test/pages/member-synced.e2e.test.ts',
    'test/pages/second-factor.e2e.test.ts',
    'test/pages/ui-board.e2e.test.ts',
    'test/pages/ui-charts.e2e.test.ts',
    'test/pages/ui-overlays.e2e.test.ts',
    'test/pages/ui-tables.e2e.test.ts',
  ],
} as const satisfies Record<string, readonly string[]>

/** Files that try many cases of one kind: `npm test` takes some by a rule, `--long` the others (test/support/parts.ts). */
export const sweeps: readonly string[] = [
  'src/channels/email-rendering.e2e.test.ts',
  'src/respond/answer-page.e2e.test.ts',
  'src/respond/conversation.e2e.test.ts',
  'src/respond/every-state.e2e.test.ts',
  'test/pages/every-page.e2e.test.ts',
]
