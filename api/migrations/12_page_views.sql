-- How often each browser opened a page, and how often the app started in it, by South African day. Kept for 13 months.
create table page_views (
  day date not null,
  family text not null check (family in ('samsung', 'opera', 'firefox', 'webview', 'chrome', 'safari', 'other')),
  version smallint not null, -- major, of Chromium if the browser is built on it; 0 if it is unknown
  views integer not null,
  starts integer not null,
  primary key (day, family, version)
);
grant select, insert, update on page_views to panel_api, panel_app;
grant select, delete on page_views to panel_worker, panel_app;
grant select on page_views to panel_console;
