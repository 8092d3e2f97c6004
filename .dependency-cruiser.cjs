// Who may import whom. Tests may reach further than what they test, so they are left out.
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const smallAndPure =
  '^lib/((money|typed-amount|ids|clock|errors|phone|text|fields)\\.ts|transactions/(state|decide|transaction)\\.ts|ledger/(accounts|postings)\\.ts|rails/rail\\.ts)$';

module.exports = {
  forbidden: [
    rule(
      'no-circular',
      'A circle has no order to read it in.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule('resolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    rule(
      'no-dev-dependency-in-production',
      'It is not there when only the dependencies are installed.',
      { path: '^(app|components|lib|db|server\\.ts)' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
    ),
    rule(
      'app-only-routes-and-renders',
      'A route or a page has no query and no rule of its own: app → components, lib.',
      { path: '^app/' },
      {
        path: '^(db|scripts|simulator|proof|e2e)/|^node_modules/(postgres|drizzle-orm)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'components-stay-in-the-browser',
      'components → components, lib/browser; types from anywhere.',
      { path: '^components/' },
      {
        path: '^(app|lib|db|scripts|simulator|proof|e2e)/',
        pathNot: '^lib/browser/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'browser-code-stays-in-the-browser',
      'What the browser loads must not pull in the server.',
      { path: '^lib/browser/' },
      {
        path: '^(app|components|db|scripts|simulator|proof|e2e)/|^lib/(?!browser/)',
        pathNot: smallAndPure,
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'lib-knows-no-screen',
      'The domain is used by the app, not the other way round; the table of routes is what server.ts serves.',
      { path: '^lib/', pathNot: '^lib/http/route-table\\.ts$' },
      {
        path: '^(app|components|scripts|simulator|proof|e2e)/|^server\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'the-driver-is-in-db',
      'How connections are made, watched and given up is in db/ alone; everything above takes a client from it. Proofs and the setup of tests make their own.',
      { path: '^(app|components|lib|scripts|simulator)/|^server\\.ts$' },
      {
        path: '^node_modules/(postgres/|drizzle-orm/postgres-js)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'db-knows-no-domain',
      'The database client and schema stand below the domain; they read its settings and write its log.',
      { path: '^db/' },
      {
        path: '^(app|components|lib|scripts|simulator|proof|e2e)/',
        pathNot: '^lib/(settings|log)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'a-rail-is-an-island',
      'rails/<rail> → rails/rail, money, errors; what all rails share lies beside them; never the database or another rail.',
      { path: '^lib/rails/([^/]+)/' },
      {
        path: '^(app|components|db|lib)/',
        pathNot: '^lib/rails/$1/|^lib/rails/[^/]+\\.ts$|^lib/(money|errors|clock|ids|phone|settings)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'rails-are-found-in-the-registry',
      'Everything above a rail is the same code for all of them.',
      { path: '^(app|components|lib|db)/', pathNot: '^lib/rails/' },
      { path: '^lib/rails/[^/]+/' },
    ),
    rule(
      'rails-are-asked-by-the-runner',
      'Every call to a rail passes lib/rail-work/run.ts; probes, wallets and statements are about no payment.',
      {
        path: '^(app|components|lib)/',
        pathNot: '^lib/(rails/|rail-work/(run|judge)\\.ts$|reconciliation/import-statement\\.ts$)',
      },
      { path: '^lib/rails/ask-rail\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'small-and-pure',
      'Imported by all, so it imports no HTTP, Next, React or database.',
      { path: smallAndPure },
      {
        path: '^(app|components|db)/|^lib/(http|jobs|auth)/|^lib/(settings|log|metrics)\\.ts$|^node_modules/(next|react|react-dom|hono|@hono|postgres|drizzle-orm|undici)/|^(node:)?(http|https|net|fs|child_process)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'no-clock-in-decisions',
      'What decides about money is told the time.',
      { path: '^lib/(ledger/(accounts|postings)|transactions/(state|decide))\\.ts$' },
      { path: '^lib/clock\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'handlers-are-plain',
      'Route handlers of the public API import nothing of Next, so that server.ts can serve them as they are.',
      { path: '^(app/api/v1|app/api/client/profile|lib/http)/' },
      { path: '^node_modules/(next|react|react-dom)/' },
    ),
    rule(
      'the-sdk-stands-alone',
      'It runs at a merchant, in any runtime: no package, nothing of Node, nothing of the gateway.',
      { path: '^sdk/[^/]+/src/' },
      { pathNot: '^sdk/[^/]+/src/' },
    ),
    rule(
      'nothing-needs-the-sdk',
      'It speaks to the gateway over HTTP, as anybody does.',
      { pathNot: '^sdk/' },
      { path: '^sdk/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$|^\\.next/|^sdk/[^/]+/dist/' },
    // TypeScript 7 offers no parser to others.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
