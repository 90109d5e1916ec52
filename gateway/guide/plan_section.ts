// The guide's chapters on plans and on platform keys.

export function planSection(): string {
  return `## Change the plan

What is on offer, then the change:

\`\`\`sh
curl -s "$BASE/api/v1/tiers"
\`\`\`

\`\`\`sh
curl -s "$BASE/api/v1/plan" -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d '{"plan":"growth"}'
\`\`\`

- \`applied\` true: the plan is in effect now, with its cap. \`changed\` says whether a live subscription was switched for it.
- \`applied\` false: nothing has changed. Give \`checkout_url\` to a person who pays, then read usage until \`plan\` is the new one.
- Repeating a change is safe: it never charges twice, and a checkout that is still open is answered again.

## Platform keys

A platform key (\`svc_platform_...\`, \`$PLATFORM_KEY\` here) acts for accounts whose owners linked it. It can list them, read
their usage and change their plan, and nothing else. \`id\` in the list is what X-SVC-Account takes (\`$ACCOUNT\`):

\`\`\`sh
curl -s "$BASE/api/v1/accounts" -H "Authorization: Bearer $PLATFORM_KEY"
\`\`\`

\`\`\`sh
curl -s "$BASE/api/v1/usage" -H "Authorization: Bearer $PLATFORM_KEY" -H "X-SVC-Account: $ACCOUNT"
\`\`\`

\`\`\`sh
curl -s "$BASE/api/v1/plan" -H "Authorization: Bearer $PLATFORM_KEY" -H "X-SVC-Account: $ACCOUNT" -H "Content-Type: application/json" -d '{"plan":"pro"}'
\`\`\`

Without X-SVC-Account the answer is 400; an account that is not linked is 404. Account keys leave the header out.`;
}
