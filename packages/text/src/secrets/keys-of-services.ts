import { ALNUM, END, HEX, WORD, type KeyRow } from './rule.ts'

/** Work, money, messages. */
export const keysOfServices: readonly KeyRow[] = [
  // Work and money
  ['linear-key', 'lin_api_ lin_oauth_', `${ALNUM}{32,128}${END}`, 'linear.app/developers; gitleaks linear-api-key'],
  ['notion-token', 'ntn_', `${ALNUM}{40,60}${END}`, 'developers.notion.com: changelog; gitleaks notion-api-token'],
  ['notion-token', 'secret_', `${ALNUM}{43}${END}`, 'developers.notion.com: authorization'],
  ['figma-token', 'figd_ figdr_ figoh_ figor_', `${WORD}{36,200}`, 'figma.com/developers: tokens; secretlint figma'],
  ['clickup-token', 'pk_', `\\d{6,10}_[A-Z0-9]{32}${END}`, 'developer.clickup.com: authentication'],
  [
    'shopify-token',
    'shpat_ shpca_ shppa_ shpss_ shpua_ shptka_',
    `[0-9A-Fa-f]{32}${END}`,
    'shopify.dev: authentication; gitleaks shopify-access-token',
  ],
  [
    'stripe-key',
    'sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_ rk_prod_',
    `${ALNUM}{10,250}`,
    'docs.stripe.com: keys; gitleaks stripe-access-token',
  ],
  [
    'stripe-webhook-secret',
    'whsec_',
    '[A-Za-z0-9+/=]{24,100}',
    'docs.stripe.com: webhook signatures; standardwebhooks.com',
  ],
  [
    'square-token',
    'sq0atp- sq0csp-',
    `${WORD}{22,60}`,
    'developer.squareup.com: access tokens; gitleaks square-access-token',
  ],
  [
    'square-token',
    'EAAA',
    `${WORD}{60}(?![\\w-])`,
    'developer.squareup.com: access tokens; gitleaks square-access-token',
  ],
  [
    'facebook-token',
    'EAAM EAAC EAAG EAAB',
    `${ALNUM}{60,400}`,
    'developers.facebook.com: access tokens; gitleaks facebook-page-access-token',
  ],
  [
    'plaid-token',
    'access-sandbox- access-development- access-production-',
    `${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}`,
    'plaid.com/docs: tokens; gitleaks plaid-api-token',
  ],
  ['razorpay-key', 'rzp_live_ rzp_test_', `${ALNUM}{14}${END}`, 'razorpay.com/docs: API keys'],
  ['easypost-key', 'EZAK EZTK', `[A-Za-z0-9]{54}`, 'docs.easypost.com: authentication; gitleaks easypost-api-token'],
  ['duffel-token', 'duffel_test_ duffel_live_', `(?:[\\w=-]|\\\\_){43}`, 'duffel.com/docs; gitleaks duffel-api-token'],
  [
    'shippo-token',
    'shippo_live_ shippo_test_',
    `${HEX}{40}`,
    'docs.goshippo.com: authentication; gitleaks shippo-api-token',
  ],
  [
    'typeform-token',
    'tfp_',
    `(?:[\\w=.-]|\\\\_){40,70}`,
    'typeform.com/developers: tokens; gitleaks typeform-api-token',
  ],
  ['prefect-key', 'pnu_', `${ALNUM}{36}${END}`, 'docs.prefect.io: API keys; gitleaks prefect-api-token'],
  ['frameio-token', 'fio-u-', `(?:[\\w=-]|\\\\_){64}`, 'developer.frame.io: tokens; gitleaks frameio-api-token'],
  [
    'flutterwave-key',
    'FLWSECK_TEST- FLWSECK-',
    `[0-9a-zA-Z]{12,40}(?:-X)?`,
    'developer.flutterwave.com: API keys; gitleaks flutterwave-secret-key',
  ],
  // Messages
  [
    'slack-token',
    'xoxa- xoxb- xoxc- xoxo- xoxp- xoxr- xoxs-',
    '(?=[A-Za-z0-9-]{0,80}\\d{6})[A-Za-z0-9-]{10,200}',
    'api.slack.com: token types; gitleaks slack-bot-token',
  ],
  [
    'slack-token',
    'xoxe- xoxe.xoxb- xoxe.xoxp- xoxd-',
    '[A-Za-z0-9%-]{20,300}',
    'api.slack.com: token rotation; gitleaks slack-config-access-token',
  ],
  ['slack-token', 'xapp-', '\\d-[A-Za-z0-9-]{10,200}', 'api.slack.com: token types; gitleaks slack-app-token'],
  [
    'sendgrid-key',
    'SG.',
    `${WORD}{16,32}\\.${WORD}{32,64}`,
    'sendgrid.com/docs: API keys; gitleaks sendgrid-api-token',
  ],
  [
    'twilio-key',
    'SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf',
    `${HEX}{31}${END}`,
    'twilio.com/docs: API keys; gitleaks twilio-api-key',
  ],
  [
    'mailgun-key',
    'key-',
    `${HEX}{32}${END}`,
    'documentation.mailgun.com: API keys; gitleaks mailgun-private-api-token',
  ],
  [
    'brevo-key',
    'xkeysib- xsmtpsib-',
    `${HEX}{64}-[A-Za-z0-9]{16}`,
    'developers.brevo.com: API keys; gitleaks sendinblue-api-token',
  ],
  ['resend-key', 're_', `${ALNUM}{6,10}_${ALNUM}{20,30}`, 'resend.com/docs: API keys'],
  [
    'dingtalk-secret',
    'SEC0 SEC1 SEC2 SEC3 SEC4 SEC5 SEC6 SEC7 SEC8 SEC9 SECa SECb SECc SECd SECe SECf',
    `${HEX}{63}${END}`,
    'open.dingtalk.com: signed robots',
  ],
]
