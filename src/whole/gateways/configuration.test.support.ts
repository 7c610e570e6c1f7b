// Configurations of gateways, as their manuals write them.

import { join } from 'node:path';
import type { Places, RealGateway } from './program.test.support.ts';

type Text = string | ((places: Places) => string);

const textOf = (text: Text, places: Places): string => (typeof text === 'string' ? text : text(places));

const nginxFile =
  (directives: Text, http: Text, main: string) =>
  (places: Places): string => {
    const { own, service, folder } = places;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    return `
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
${main}
events {}
http {
  access_log off; ${temporary.join(' ')}
  ${textOf(http, places)}
  server {
    listen 127.0.0.1:${own};
    ${textOf(directives, places)}
    location / { proxy_pass http://127.0.0.1:${service}; }
  }
}
`;
  };

/** A server block with these directives, and further lines of `http`. */
export const nginx = (directives: Text = '', http: Text = ''): RealGateway => ({
  program: 'nginx',
  configuration: nginxFile(directives, http, ''),
});

/** A frontend with these lines, and a backend with these lines. */
export const haproxy = (
  front: string,
  back = '',
  { server = '', helper }: { readonly server?: Text } & Pick<RealGateway, 'helper'> = {},
): RealGateway => ({
  program: 'haproxy',
  ...(helper && { helper }),
  configuration: (places) => `
global
  maxconn 200
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:${places.own}
  ${front}
  default_backend back
backend back
  ${back}
  server service 127.0.0.1:${places.service} ${textOf(server, places)}
`,
});

const apacheModules = '/usr/lib/apache2/modules';

const apacheFile =
  (lines: Text, modules: readonly string[]) =>
  (places: Places): string => {
    const { own, service, folder } = places;
    const loaded = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', ...modules];
    return `
${loaded.map((name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`).join('\n')}
ServerName localhost
Listen 127.0.0.1:${own}
User www-data
Group www-data
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
Mutex file:${folder}
ErrorLog ${folder}/error.log
${textOf(lines, places)}
ProxyPass "/" "http://127.0.0.1:${service}/"
`;
  };

export const apache = (lines: Text = '', modules: readonly string[] = []): RealGateway => ({
  program: 'apache2',
  configuration: apacheFile(lines, modules),
});

const coreRules = '/usr/share/modsecurity-crs/rules';
const coreSetup = '/etc/modsecurity/crs/crs-setup.conf';
const ofCoreRules = { [coreRules]: 'modsecurity-crs', [coreSetup]: 'modsecurity-crs' };

/** The core rule set as the packages configure it, at this level of paranoia. */
const rules = (recommended: string, level: 1 | 2): string => `
Include ${recommended}
SecRuleEngine On
SecAuditEngine Off
Include ${coreSetup}
SecAction "id:900000,phase:1,nolog,pass,t:none,setvar:tx.paranoia_level=${level}"
Include ${coreRules}/*.conf
`;

export const nginxWithRules = (level: 1 | 2): RealGateway => {
  const file = '/usr/lib/nginx/modules/ngx_http_modsecurity_module.so';
  const recommended = '/etc/nginx/modsecurity.conf';
  const text = rules(recommended, level).trim();
  return {
    program: 'nginx',
    needs: { [file]: 'libnginx-mod-http-modsecurity', ...ofCoreRules },
    configuration: nginxFile(`modsecurity on; modsecurity_rules '\n${text}\n';`, '', `load_module ${file};`),
  };
};

export const apacheWithRules = (level: 1 | 2): RealGateway => {
  const file = join(apacheModules, 'mod_security2.so');
  const recommended = '/etc/modsecurity/modsecurity.conf-recommended';
  return {
    program: 'apache2',
    needs: { [file]: 'libapache2-mod-security2', ...ofCoreRules },
    configuration: apacheFile(
      ({ folder }) => `SecDataDir ${folder}\nSecTmpDir ${folder}\n${rules(recommended, level)}`,
      ['unique_id', 'security2'],
    ),
  };
};

export const varnish = (subroutines = ''): RealGateway => ({
  program: 'varnishd',
  configuration: ({ service }) => `
vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${service}"; }
${subroutines}
`,
});

export const caddy = (lines: Text = '', site: Text = ''): RealGateway => ({
  program: 'caddy',
  configuration: (places) => `
{
  admin off
  auto_https off
}
http://:${places.own} {
  bind 127.0.0.1
  ${textOf(site, places)}
  reverse_proxy 127.0.0.1:${places.service} {
    ${textOf(lines, places)}
  }
}
`,
});
