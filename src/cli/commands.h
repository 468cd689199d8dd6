#pragma once

#include <string>

#include "cli/animate_command.h"
#include "cli/ccx_command.h"
#include "cli/draw_command.h"
#include "cli/plot_command.h"
#include "cli/solve_contact_command.h"
#include "cli/status_command.h"
#include "cli/view_command.h"
#include "fmi/export.h"
#include "linear_dynamics/modes.h"
#include "report/report.h"
#include "run/run.h"
#include "study/study.h"
#include "verify/verify.h"

namespace jounce::cli {

/// Exit statuses of the program.
inline constexpr int kSuccess = 0, kFailed = 1, kWrongInput = 2;

struct CheckOptions : RunOptions {
  int parts = 0;  ///< of the partition that is shown; 0: none
  int steps = 0;  ///< that are taken to tell their time
};

int run_command(const RunOptions& options);
int check_command(const CheckOptions& options);
int plot_command(const PlotArguments& arguments);
int draw_command(const DrawArguments& arguments);
int animate_command(const AnimateArguments& arguments);
int study_command(const study::StudyRequest& request);
int report_command(const report::ReportRequest& request);
int fmu_command(const fmi::ExportRequest& request);
int modes_command(const ModesOptions& options);
int matrices_command(const MatricesOptions& options);
/// `what`: "json" or "markdown".
int schema_command(const std::string& what);
int verify_command(const verify::VerifyOptions& options);

}  // namespace jounce::cli
